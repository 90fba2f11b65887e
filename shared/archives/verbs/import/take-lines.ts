import { digestWith } from '../../../kernel/archive-digest.ts';
import { forEachConcurrent } from '../../../kernel/concurrency.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { conflict, invalid } from '../../../kernel/errors.ts';
import { mapInSlices } from '../../../kernel/in-slices.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Item, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { allOf, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import type { Key } from '../../../kernel/store/keys.ts';
import { isArchivedPath } from '../../../runs/rules/artifact-path.ts';
import { type FileLine, fileOf, isFileLine, itemOf, UnknownLine } from '../../store/archived-items.ts';
import { enteringLast } from '../../store/archived-kinds.ts';
import {
  ifEntering,
  keptItemEntity,
  type ProjectImportHeadRecord,
  type ProjectImportRecord,
  packKeys,
  projectImportEntity,
  writtenKeysEntity,
} from '../../store/project-imports.ts';
import { dueAfterIdle } from './due.ts';
import { type ImportRef, type ImportState, openImport, stateOf } from './import-state.ts';
import { addDelta } from './take-delta.ts';

/** A line of an archive, with its record unless it names a file. */
interface Entering {
  line: number;
  text: string;
  item: (Item & Key) | undefined;
}

/** What one transaction writes, besides the import and the list of its keys (TransactWriteItems: 100 items, 4 MB). */
const largest = { items: 97, bytes: 2_500_000 };

/** Files that are looked up concurrently. */
const concurrency = 16;

/**
 * Takes the next lines of an archive, in transactions that each write some records together with the progress of the
 * import: wherever it breaks off, records and progress agree. Earlier lines change nothing; sending the same lines
 * concurrently, or again, gives the same result (rule ARCHIVE-9).
 * @throws ServiceError `not-found`; `invalid` for an invalid line, by its number; `conflict` for lines that are not the
 * next ones, and for a missing file.
 */
export function takeLines(
  ctx: Context & { objects: Pick<ObjectStore, 'size'> },
  ref: ImportRef & { from: number; lines: readonly string[] },
): Promise<ImportState> {
  const { projectId, from, lines } = ref;
  return retryOnConflict(orRefuse(`The import of project '${projectId}'`), async () => {
    const found = await openImport(ctx.db, ref);
    if ('status' in found) return found;
    const { stored, head } = found;
    const end = from + lines.length;
    if (end <= stored.taken) return stateOf(stored, head);
    if (from > stored.taken)
      throw conflict(`Line ${from + 1} does not come next: of the ${stored.lines} lines ${stored.taken} are there`);
    if (end > stored.lines) throw invalid(`The archive was announced with ${stored.lines} lines, and not with ${end}`);
    const next = { projectId, from: stored.taken, lines: lines.slice(stored.taken - from) };
    const { entering, files } = await readLines(next, head);
    await requireFiles(ctx, projectId, files);
    let after = stored;
    for (const part of partsOf(entering, stored.isDelta === true))
      after = await (stored.isDelta ? takeDelta(ctx, after, part) : take(ctx, after, part));
    return stateOf(after, head);
  });
}

/** All lines are understood before one is written, in slices: a request may bring 4 MB (rule API-30). */
async function readLines(
  { projectId, from, lines }: { projectId: string; from: number; lines: readonly string[] },
  { accounts }: ProjectImportHeadRecord,
) {
  const files: FileLine[] = [];
  const seen = new Set<string>();
  const accountOf = (userId: string) => ownEntry(accounts, userId);
  const recordOf = (text: string) => {
    const item = itemOf(text, projectId, accountOf);
    const key = JSON.stringify([item.pk, item.sk]);
    if (seen.has(key)) throw new UnknownLine('is a record that a line before it is as well');
    seen.add(key);
    return item;
  };
  const entering = await mapInSlices(lines, (text, n): Entering => {
    try {
      const isFile = isFileLine(text);
      if (isFile) files.push(fileOf(text));
      return { line: from + n, text, item: isFile ? undefined : recordOf(text) };
    } catch (error) {
      throw error instanceof UnknownLine ? invalid(`Line ${from + n + 1} ${error.message}`) : error;
    }
  });
  return { entering, files };
}

/** What a store has checked when it was written is there; its size says that it is whole. */
async function requireFiles(
  { objects }: { objects: Pick<ObjectStore, 'size'> },
  projectId: string,
  files: readonly FileLine[],
): Promise<void> {
  for (const { path } of files)
    if (!isArchivedPath(projectId, path)) throw invalid(`File '${path}' does not belong to project '${projectId}'`);
  await forEachConcurrent(files, concurrency, async ({ path, sizeBytes }) => {
    const found = await objects.size(path);
    if (found === undefined) throw conflict(`File '${path}' is not there; upload it first`);
    if (found !== sizeBytes) throw conflict(`File '${path}' has ${found} bytes and not ${sizeBytes}`);
  });
}

/** The lines in parts that a transaction can write, in order. */
function partsOf(entering: readonly Entering[], isDelta: boolean): Entering[][] {
  const parts: Entering[][] = [];
  let [items, bytes] = [0, 0];
  let kind: unknown;
  for (const one of entering) {
    const [more, size] = one.item ? [isDelta ? 2 : 1, Buffer.byteLength(one.text)] : [0, 0];
    const part = parts.at(-1);
    // The counts of a chip are written once a transaction: those of results, or those of days.
    const isOfPart = !isDelta || one.item?.entity === kind;
    kind = one.item?.entity;
    if (part && isOfPart && items + more <= largest.items && bytes + size <= largest.bytes) part.push(one);
    else {
      parts.push([one]);
      [items, bytes] = [0, 0];
    }
    items += more;
    bytes += size;
  }
  return parts;
}

/**
 * Writes records with the list of their keys and the progress of the import (rule STORE-10).
 * @returns the new state of the import.
 * @throws StaleReadError if another request took them, or the import was abandoned.
 */
async function take(
  ctx: Context,
  { rev, ...stored }: Stored<ProjectImportRecord>,
  part: readonly Entering[],
): Promise<Stored<ProjectImportRecord>> {
  const { projectId, importId, taken: from } = stored;
  const taken = withTaken(ctx, stored, part);
  const stands = allOf(ifRevision(rev), ifEntering(importId));
  const transaction = new Transaction(ctx.db).put(projectImportEntity.encode(taken, rev + 1), stands, staleRead);
  const keys: Key[] = [];
  for (const { line, item } of part)
    if (item && enteringLast.has(String(item.entity)))
      transaction.put(keptItemEntity.encode({ projectId, line, item: asImported(item, stored) }, 1));
    else if (item) {
      transaction.put(asImported(item, stored));
      keys.push(item);
    }
  if (keys.length > 0) transaction.put(writtenKeysEntity.encode({ projectId, from, keys: packKeys(keys) }, 1));
  await transaction.commit();
  return { ...taken, rev: rev + 1 };
}

/** Records of another service bear the revision at which they came, so that a delta sees what was changed here. */
const asImported = (item: Item & Key, { isBase }: Pick<ProjectImportRecord, 'isBase'>): Item & Key =>
  isBase ? { ...item, importedRev: item.rev } : item;

const withTaken = (ctx: Context, stored: ProjectImportRecord, part: readonly Entering[]): ProjectImportRecord => ({
  ...stored,
  taken: stored.taken + part.length,
  takenDigest: digestWith(
    stored.takenDigest,
    part.map(({ text }) => text),
  ),
  updatedAt: nowOf(ctx),
  dueAt: dueAfterIdle(ctx),
});

/** Examples that a delta keeps of the records that stay. */
const mostExamples = 20;

/** The same of a delta: records that were changed here stay, and are counted (rule ARCHIVE-14). */
async function takeDelta(
  ctx: Context,
  { rev, ...stored }: Stored<ProjectImportRecord>,
  part: readonly Entering[],
): Promise<Stored<ProjectImportRecord>> {
  const { projectId, importId, taken: from } = stored;
  const transaction = new Transaction(ctx.db);
  const items = part.flatMap(({ item }) => item ?? []);
  const { written, kept } = await addDelta(ctx, transaction, items);
  const taken: ProjectImportRecord = {
    ...withTaken(ctx, stored, part),
    kept: (stored.kept ?? 0) + kept.length,
    keptExamples: [...(stored.keptExamples ?? []), ...kept].slice(0, mostExamples),
  };
  transaction.put(projectImportEntity.encode(taken, rev + 1), allOf(ifRevision(rev), ifEntering(importId)), staleRead);
  if (written.length > 0) transaction.put(writtenKeysEntity.encode({ projectId, from, keys: packKeys(written) }, 1));
  await transaction.commit();
  return { ...taken, rev: rev + 1 };
}
