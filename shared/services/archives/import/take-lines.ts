import { digestWith } from '../../../archive-digest.ts';
import { forEachConcurrent } from '../../../concurrency.ts';
import { type Context, nowOf } from '../../../context.ts';
import { ownEntry } from '../../../domain/own-entry.ts';
import { isArchivedPath } from '../../../domain/runs/artifact-path.ts';
import { conflict, invalid } from '../../../errors.ts';
import type { ObjectStore } from '../../../objects/port.ts';
import { type FileLine, fileOf, isFileLine, itemOf, UnknownLine } from '../../../store/archive/archived-items.ts';
import { enteringLast } from '../../../store/archive/archived-kinds.ts';
import {
  getProjectImportHead,
  ifEntering,
  keptItemEntity,
  type ProjectImportHeadRecord,
  type ProjectImportRecord,
  packKeys,
  projectImportEntity,
  writtenKeysEntity,
} from '../../../store/archive/project-imports.ts';
import type { Item, Stored } from '../../../store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../../store/dynamodb/conflict.ts';
import { allOf, ifRevision } from '../../../store/dynamodb/database.ts';
import { Transaction } from '../../../store/dynamodb/transaction.ts';
import { type Key, projectImportKeys } from '../../../store/keys.ts';
import { dueAfterIdle } from './due.ts';
import { enteringImport, type ImportRef, type ImportState, stateOf } from './import-state.ts';

/** A record of an archive, and which line it is. */
interface Entering {
  line: number;
  item: Item & Key;
  bytes: number;
}

/** What one transaction writes, beside the guard and the list of its keys (TransactWriteItems: 100 items, 4 MB). */
const largest = { items: 97, bytes: 2_500_000 };

/** Files that are looked for side by side. */
const concurrency = 16;

/**
 * Takes the next lines of an archive: writes their records, all or those that a break left out, and then that it has them.
 * Lines that came before change nothing; whoever sends the same side by side, or again, ends with the same (rule ARCHIVE-9).
 * @throws ServiceError `not-found`; `invalid` for a line that is not taken, by its number; `conflict` for lines that are not
 * the next ones, and for a file that is not there.
 */
export async function takeLines(
  ctx: Context & { objects: Pick<ObjectStore, 'size'> },
  ref: ImportRef & { from: number; lines: readonly string[] },
): Promise<ImportState> {
  const { projectId, from, lines } = ref;
  const stored = await enteringImport(ctx.db, ref);
  const head = await getProjectImportHead(ctx.db, projectId);
  const end = from + lines.length;
  if (end <= stored.taken) return stateOf(stored, head);
  if (from !== stored.taken)
    throw conflict(`Line ${from + 1} does not come next: of the ${stored.lines} lines ${stored.taken} are there`);
  if (end > stored.lines) throw invalid(`The archive was announced with ${stored.lines} lines, and not with ${end}`);
  const { entering, files } = readLines(ref, head);
  await requireFiles(ctx, projectId, files);
  const taking = async () => {
    for (const part of partsOf(entering)) await write(ctx, stored, part);
    await haveTaken(ctx, stored, lines);
  };
  await isDoneUnlessStale(taking());
  // By this request, or by another that took them; or the import was given up.
  return stateOf(await enteringImport(ctx.db, ref), head);
}

/** All lines are understood before one is written. */
function readLines(
  { projectId, from, lines }: { projectId: string; from: number; lines: readonly string[] },
  { accounts }: ProjectImportHeadRecord,
) {
  const entering: Entering[] = [];
  const files: FileLine[] = [];
  const seen = new Set<string>();
  const accountOf = (userId: string) => ownEntry(accounts, userId);
  for (const [n, text] of lines.entries())
    try {
      if (isFileLine(text)) files.push(fileOf(text));
      else {
        const item = itemOf(text, projectId, accountOf);
        const key = JSON.stringify([item.pk, item.sk]);
        if (seen.has(key)) throw new UnknownLine('is a record that a line before it is as well');
        seen.add(key);
        entering.push({ line: from + n, item, bytes: Buffer.byteLength(text) });
      }
    } catch (error) {
      throw error instanceof UnknownLine ? invalid(`Line ${from + n + 1} ${error.message}`) : error;
    }
  return { entering, files };
}

/** What a store has checked when it was written is there; its size says that it is whole. */
async function requireFiles(
  { objects }: { objects: Pick<ObjectStore, 'size'> },
  projectId: string,
  files: readonly FileLine[],
): Promise<void> {
  for (const { path } of files)
    if (!isArchivedPath(projectId, path)) throw invalid(`File '${path}' is none of project '${projectId}'`);
  await forEachConcurrent(files, concurrency, async ({ path, sizeBytes }) => {
    const found = await objects.size(path);
    if (found === undefined) throw conflict(`File '${path}' is not there; upload it first`);
    if (found !== sizeBytes) throw conflict(`File '${path}' has ${found} bytes and not ${sizeBytes}`);
  });
}

/** The records in parts that a transaction can write, in order. */
function partsOf(entering: readonly Entering[]): Entering[][] {
  const parts: Entering[][] = [];
  let bytes = 0;
  for (const one of entering) {
    const part = parts.at(-1);
    bytes += one.bytes;
    if (part && part.length < largest.items && bytes <= largest.bytes) part.push(one);
    else {
      parts.push([one]);
      bytes = one.bytes;
    }
  }
  return parts;
}

/** Writes records with the list of their keys, while the import takes lines (rule STORE-10). */
async function write({ db }: Context, { projectId, importId }: ProjectImportRecord, part: Entering[]): Promise<void> {
  const from = part[0]?.line ?? 0;
  const [kept, written] = [part.filter(isKept), part.filter((one) => !isKept(one))];
  const transaction = new Transaction(db)
    .check(projectImportKeys.import(projectId), ifEntering(importId), staleRead)
    .put(writtenKeysEntity.encode({ projectId, from, keys: packKeys(written.map(({ item }) => item)) }, 1));
  for (const { item } of written) transaction.put(item);
  for (const { line, item } of kept) transaction.put(keptItemEntity.encode({ projectId, line, item }, 1));
  await transaction.commit();
}

const isKept = ({ item }: Entering): boolean => enteringLast.has(String(item.entity));

/** @throws StaleReadError where somebody else took them, or the import was given up. */
async function haveTaken(
  ctx: Context,
  { rev, ...stored }: Stored<ProjectImportRecord>,
  lines: readonly string[],
): Promise<void> {
  const taken: ProjectImportRecord = {
    ...stored,
    taken: stored.taken + lines.length,
    takenDigest: digestWith(stored.takenDigest, lines),
    updatedAt: nowOf(ctx),
    dueAt: dueAfterIdle(ctx),
  };
  await new Transaction(ctx.db)
    .put(projectImportEntity.encode(taken, rev + 1), allOf(ifRevision(rev), ifEntering(stored.importId)), staleRead)
    .commit();
}
