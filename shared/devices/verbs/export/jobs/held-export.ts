import type { Context } from '../../../../kernel/context.ts';
import type { WrittenPart } from '../../../../kernel/objects/parts.ts';
import type { Stored } from '../../../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../../kernel/store/dynamodb/transaction.ts';
import { type ExportRecord, exportEntity, exportPartEntity, getExport, listParts } from '../../../store/exports.ts';
import type { ExportRef } from './keys.ts';

/** The export has another holder, or has ended: this maker writes nothing more. */
export class LostExportError extends Error {
  override readonly name = 'LostExportError';
}

/** Longer than a step takes: who has not written for so long has died. */
const leaseSeconds = 120;
/** How often the lease is renewed, and the progress reported, while no part is written. */
const renewSeconds = 15;

/** An export with its present maker. Every write requires that the record is unchanged. */
export class HeldExport {
  readonly #ctx: Context;
  readonly holder: string;
  #record: Stored<ExportRecord>;
  #renewedAt: number;

  private constructor(ctx: Context, holder: string, record: Stored<ExportRecord>) {
    this.#ctx = ctx;
    this.holder = holder;
    this.#record = record;
    this.#renewedAt = ctx.clock().getTime();
  }

  get record(): Stored<ExportRecord> {
    return this.#record;
  }

  /**
   * Takes an export that waits, or whose holder's time is over; undefined for any other. The number of the next part is
   * beyond that which the holder before may still write.
   */
  static async claim(
    ctx: Context,
    { projectId, exportId }: ExportRef,
    holder: string,
  ): Promise<HeldExport | undefined> {
    const found = await getExport(ctx.db, projectId, exportId);
    const now = ctx.clock().toISOString();
    const isFree = found?.status === 'queued' || (found?.status === 'running' && (found.leaseUntil ?? '') < now);
    if (!found || !isFree) return undefined;
    const held = new HeldExport(ctx, holder, found);
    const claimed = held.write({ status: 'running', holder, lastPart: found.lastPart + 1 });
    return (await claimed.then(
      () => true,
      (error: unknown) => {
        if (error instanceof LostExportError) return false;
        throw error;
      },
    ))
      ? held
      : undefined;
  }

  /** Changes the export, and adds a part to it. @throws LostExportError if it has another holder. */
  async write(changes: Partial<ExportRecord>, part?: WrittenPart): Promise<void> {
    const { rev, ...record } = this.#record;
    const now = this.#ctx.clock().getTime();
    const leaseUntil = new Date(now + leaseSeconds * 1000).toISOString();
    const lastPart = part ? record.lastPart + 1 : record.lastPart;
    const changed: ExportRecord = { ...record, leaseUntil, lastPart, ...changes };
    const transaction = new Transaction(this.#ctx.db).put(
      exportEntity.encode(changed, rev + 1),
      ifRevision(rev),
      staleRead,
    );
    const { projectId, exportId, requestedAt } = record;
    if (part) transaction.put(exportPartEntity.encode({ projectId, exportId, requestedAt, ...part }, 1));
    if (!(await isDoneUnlessStale(transaction.commit()))) throw new LostExportError(`Export '${exportId}' was lost`);
    this.#record = { ...changed, rev: rev + 1 };
    this.#renewedAt = now;
  }

  /** Renews the lease now and then. */
  async renew(progress: Pick<ExportRecord, 'rows' | 'bytes'>): Promise<void> {
    if (this.#ctx.clock().getTime() - this.#renewedAt >= renewSeconds * 1000) await this.write(progress);
  }

  /** Leaves the rest to the next maker. */
  release(): Promise<void> {
    return this.write({ leaseUntil: undefined });
  }

  fail(message: string): Promise<void> {
    const endedAt = this.#ctx.clock().toISOString();
    return this.write({ status: 'failed', message, holder: undefined, leaseUntil: undefined, endedAt });
  }

  readAgain(): Promise<Stored<ExportRecord> | undefined> {
    return getExport(this.#ctx.db, this.#record.projectId, this.#record.exportId);
  }

  async parts(): Promise<WrittenPart[]> {
    const { projectId, exportId } = this.#record;
    return (await listParts(this.#ctx.db, projectId, exportId)).map(({ part, etag }) => ({ part, etag }));
  }
}
