import { randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { type Context, nowOf } from '../../../../kernel/context.ts';
import type { PartWriter, WrittenPart } from '../../../../kernel/objects/parts.ts';
import type { ObjectStore } from '../../../../kernel/objects/port.ts';
import type { Stored } from '../../../../kernel/store/dynamodb/codec.ts';
import { csvWriter, type TableWriter } from '../../../rules/export/table.ts';
import type { ExportRecord } from '../../../store/exports.ts';
import { beginning } from '../rows/beginning.ts';
import { columnsOf, type RowCursor, rowPages } from '../rows/row-pages.ts';
import { parquetWriter } from '../tables/parquet.ts';
import { HeldExport, LostExportError } from './held-export.ts';
import { checkpointKey, contentTypeOf, type ExportRef, fileKey } from './keys.ts';

/** What makes an export: the table, the store of files, and what writes one of them in parts. */
export type MakerContext = Context & { objects: Pick<ObjectStore, 'get' | 'put' | 'size'>; parts: PartWriter };

/** Of a part: with the 10,000 parts that a bucket takes, 156 GiB. */
const partBytes = 16 * 1024 * 1024;

/** How much of the file there is, and where the rest begins. */
interface Checkpoint {
  cursor: RowCursor | undefined;
  rows: number;
  bytes: number;
  /** Absent where the file is whole. */
  writer?: unknown;
  /** Every row is in a part: what is left is to put them together. */
  isWhole?: boolean;
}

export interface MakeOptions {
  /** When to leave the rest to the next call, which goes on; none where nothing ends this one. */
  until?: Date | undefined;
  /** Of a part; the last one may be smaller. */
  partBytes?: number;
}

/**
 * Makes an export from the point where it was left, part by part, with a part and a page of rows in memory (rule
 * EXPORT-5). Every step is conditional on still holding the export.
 * @returns whether there is more to make, and it has no maker.
 * @throws the error that prevents it; the export has failed then.
 */
export async function makeExport(ctx: MakerContext, ref: ExportRef, options: MakeOptions = {}): Promise<boolean> {
  const held = await HeldExport.claim(ctx, ref, randomUUID());
  if (!held) return false;
  try {
    return await make(ctx, held, options);
  } catch (error) {
    if (error instanceof LostExportError) {
      await dropIfCancelled(ctx, held);
      return false;
    }
    await fail(ctx, held).catch(() => undefined);
    throw error;
  }
}

async function fail(ctx: MakerContext, held: HeldExport): Promise<void> {
  await held.fail('The service failed to make it; ask for it again');
  const { uploadId } = held.record;
  if (uploadId !== undefined) await ctx.parts.abandon({ key: fileKey(held.record), uploadId });
}

async function make(ctx: MakerContext, held: HeldExport, options: MakeOptions): Promise<boolean> {
  const at = await loadCheckpoint(ctx, held.record);
  const upload = await uploadOf(ctx, held);
  if (!at.isWhole && !(await addRows(ctx, held, { upload, at, ...options }))) return true;
  await putTogether(ctx, held, upload);
  return false;
}

/** Answers whether the file has all rows now. */
async function addRows(
  ctx: MakerContext,
  held: HeldExport,
  { upload, at, until, partBytes: enough = partBytes }: Pick<Growing, 'upload' | 'at'> & MakeOptions,
): Promise<boolean> {
  const { record } = held;
  const columns = columnsOf(record);
  const writer = (record.format === 'csv' ? csvWriter : parquetWriter)(columns, at.writer);
  const file = new GrowingFile(ctx, held, { upload, writer, at, partBytes: enough });
  for await (const { rows, next } of rowPages(ctx.db, record, at.cursor)) {
    await file.add(rows, next);
    if (next === undefined) break;
    if (until && ctx.clock() >= until) {
      await file.keep();
      await held.release();
      return false;
    }
  }
  await file.finish();
  return true;
}

/** Joins the parts to the file, which a former maker may have done without recording it. */
async function putTogether(ctx: MakerContext, held: HeldExport, upload: Growing['upload']): Promise<void> {
  const isThere = async () => (await ctx.objects.size(upload.key)) !== undefined;
  await ctx.parts.complete(upload, await held.parts()).catch(async (error: unknown) => {
    if (!(await isThere())) throw error;
  });
  await held.write({ status: 'ready', holder: undefined, leaseUntil: undefined, endedAt: nowOf(ctx) });
}

async function uploadOf(ctx: MakerContext, held: HeldExport): Promise<{ key: string; uploadId: string }> {
  const key = fileKey(held.record);
  if (held.record.uploadId !== undefined) return { key, uploadId: held.record.uploadId };
  const decided = await beginning(ctx, held.record);
  const uploadId = await ctx.parts.begin(key, contentTypeOf(held.record));
  await held.write({ uploadId, ...decided }).catch(async (error: unknown) => {
    // No other maker knows of it then; a write without an answer may have recorded it.
    if (error instanceof LostExportError) await ctx.parts.abandon({ key, uploadId });
    throw error;
  });
  return { key, uploadId };
}

async function loadCheckpoint(ctx: MakerContext, { checkpoint }: Stored<ExportRecord>): Promise<Checkpoint> {
  if (checkpoint === undefined) return { cursor: undefined, rows: 0, bytes: 0, writer: undefined };
  const bytes = await ctx.objects.get(checkpoint);
  if (!bytes) throw new Error(`Checkpoint '${checkpoint}' is not there`);
  return deserialize(bytes) as Checkpoint;
}

/** A cancelled export leaves nothing: its parts are dropped. */
async function dropIfCancelled(ctx: MakerContext, held: HeldExport): Promise<void> {
  const { uploadId } = held.record;
  const stands = await held.readAgain();
  if (stands?.status === 'running' || uploadId === undefined) return;
  await ctx.parts.abandon({ key: fileKey(held.record), uploadId });
}

interface Growing {
  upload: { key: string; uploadId: string };
  writer: TableWriter;
  at: Checkpoint;
  partBytes: number;
}

/** The file of an export while rows are added to it. */
class GrowingFile {
  readonly #ctx: MakerContext;
  readonly #held: HeldExport;
  readonly #growing: Growing;
  #cursor: RowCursor | undefined;
  #rows: number;
  /** Of parts that were uploaded. */
  #bytes: number;

  constructor(ctx: MakerContext, held: HeldExport, growing: Growing) {
    this.#ctx = ctx;
    this.#held = held;
    this.#growing = growing;
    this.#cursor = growing.at.cursor;
    this.#rows = growing.at.rows;
    this.#bytes = growing.at.bytes;
  }

  async add(rows: Parameters<TableWriter['add']>[0], next: RowCursor | undefined): Promise<void> {
    const { writer, partBytes: enough } = this.#growing;
    writer.add(rows);
    this.#rows += rows.length;
    this.#cursor = next;
    if (next !== undefined && writer.readyBytes >= enough) await this.keep(await this.#upload());
    else await this.#held.renew(this.#progress());
  }

  /** Records the position: data that is not uploaded is stored in an object of its own. */
  async keep(part?: WrittenPart, isWhole = false): Promise<void> {
    const step = this.#held.record.rev + 1;
    const checkpoint = checkpointKey(this.#held.record, this.#held.holder, step);
    const state: Checkpoint = {
      ...{ cursor: this.#cursor, rows: this.#rows, bytes: this.#bytes },
      ...(isWhole ? { isWhole } : { writer: this.#growing.writer.state() }),
    };
    await this.#ctx.objects.put(checkpoint, serialize(state), 'application/octet-stream');
    await this.#held.write({ ...this.#progress(), checkpoint }, part);
  }

  /**
   * Writes the last part, marked as the last: a later maker adds no row. In one write, since a row of a recorded part
   * that is read again would be in the file twice.
   */
  async finish(): Promise<void> {
    this.#growing.writer.finish();
    await this.keep(await this.#upload(), true);
  }

  async #upload(): Promise<WrittenPart> {
    const bytes = this.#growing.writer.take();
    const part = await this.#ctx.parts.write(this.#growing.upload, this.#held.record.lastPart, bytes);
    this.#bytes += bytes.length;
    return part;
  }

  #progress(): Pick<ExportRecord, 'rows' | 'bytes'> {
    return { rows: this.#rows, bytes: this.#bytes + this.#growing.writer.readyBytes };
  }
}
