import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { listDiscussedTasks } from '../../../discussions/store/thread-rows.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';
import { resultsKey } from '../../../runs/rules/artifact-path.ts';
import { newestCounted } from '../../../values/verbs/measured/counted.ts';
import { monthAfter, startOfMonth } from '../../rules/archive/months.ts';
import { stays } from '../../rules/archive/stays.ts';
import type { ArchivedMonthRecord, ArchivedPart } from '../../store/archived-months.ts';
import { decodeTaskRow, type TaskResultRecord, targetOf, taskResultEntity } from '../../store/task-results.ts';
import { HeldMonth, type MonthRef } from './held-month.ts';
import { putBack, takeOut } from './move-results.ts';
import { parquetType, readResultsFile, writeResultsFile } from './results-file.ts';

/** A verb's context with the store of files. */
export type ArchiveContext = Context & { objects: Pick<ObjectStore, 'get' | 'put'> };

type Result = Stored<TaskResultRecord>;
type Chip = Stored<ChipRecord>;

/** Results that are looked at together, and at most those of a file: some megabytes. */
const resultsOfFile = 2000;

/**
 * Goes on with a month that is due, until a time (rule TASK-18): takes its results out of the table, or puts them back. Each
 * step is recorded before the next, so that it may end anywhere and be repeated, also by two at once.
 * @returns whether nothing is left to do for now.
 */
export async function workOnMonth(ctx: ArchiveContext, ref: MonthRef, until: Date): Promise<boolean> {
  const held = await HeldMonth.claim(ctx, ref);
  if (!held) return false;
  const chip = await getChip(ctx.db, ref.projectId, ref.chipId);
  if (!chip || chip.createdAt !== held.record.chipCreatedAt) {
    await held.write({ dueAt: undefined });
    return true;
  }
  const work = { ctx, held, chip, until };
  if (held.record.state === 'restoring') return restore(work);
  if (held.record.state === 'restored') await held.write({ state: 'archiving' });
  return archive(work);
}

interface Work {
  ctx: ArchiveContext;
  held: HeldMonth;
  chip: Chip;
  until: Date;
}

async function archive(work: Work): Promise<boolean> {
  const { ctx, held, chip, until } = work;
  const discussed = await listDiscussedTasks(ctx.db, chip.projectId);
  const newest = newestOfMonth(ctx, chip, held.record.month);
  const isStaying = async (result: Result) =>
    result.createdAt < chip.createdAt ||
    stays(result, { month: held.record.month, discussed, newestTaskId: await newest(result) });
  for (;;) {
    // What is in a file goes first: a sweep may have ended before it went.
    for (const part of held.record.parts.filter(({ isOut }) => !isOut)) {
      const leaving = (await readPart(ctx, held.record, part)).filter(({ taskId }) => !discussed.has(taskId));
      await takeOut(ctx, work, leaving);
      await held.write({ parts: withPart(held.record, { ...part, isOut: true }) });
      if (ctx.clock() > until) return leave(held);
    }
    if (held.record.after === undefined) break;
    await writePart(work, isStaying);
    if (ctx.clock() > until) return leave(held);
  }
  const archivedAt = held.record.archivedAt ?? nowOf(ctx);
  await held.write({
    ...{ state: 'archived', archivedAt, dueAt: undefined },
    ...{ restoredUntil: undefined, restoredBy: undefined },
  });
  return true;
}

const leave = async (held: HeldMonth): Promise<false> => {
  await held.leave();
  return false;
};

/** Writes the next results to a file, reads it again, and records it. */
async function writePart({ ctx, held, chip }: Work, isStaying: (result: Result) => Promise<boolean>): Promise<void> {
  const { projectId, chipId, month, after = '' } = held.record;
  const range = {
    index: 'gsi4' as const,
    pk: taskKeys.ofChip(projectId, chipId),
    from: after === '' ? startOfMonth(month) : after,
    through: startOfMonth(monthAfter(month)),
  };
  const { items, lastKey } = await queryPage(ctx.db, range, { limit: resultsOfFile });
  const found = await batchGetItems(
    ctx.db,
    items.map((item) => taskKeys.result(projectId, decodeTaskRow(item).taskId)),
  );
  const leaving: Result[] = [];
  for (const item of found) {
    const result = item && taskResultEntity.decode(item);
    if (result && result.chipId === chip.chipId && !(await isStaying(result))) leaving.push(result);
  }
  const looked = { after: lastKey ? String(items.at(-1)?.gsi4sk) : undefined };
  if (leaving.length === 0) return held.write(looked);
  const bytes = writeResultsFile(leaving);
  // A name of its own: another sweep that writes the same part overwrites no file that is recorded.
  const name = randomUUID();
  await ctx.objects.put(resultsKey({ projectId, chipId, month, name }), bytes, parquetType);
  const part: ArchivedPart = { name, rows: leaving.length, bytes: bytes.length };
  if (!isDeepStrictEqual(await readPart(ctx, held.record, part), JSON.parse(JSON.stringify(leaving))))
    throw new Error(`The file of ${leaving.length} results of ${month} of chip '${chipId}' differs from them`);
  await held.write({ ...looked, parts: [...held.record.parts, part] });
}

/** @throws Error if the file is not there or lacks results. */
async function readPart(ctx: ArchiveContext, month: ArchivedMonthRecord, part: ArchivedPart): Promise<Result[]> {
  const key = resultsKey({ ...month, name: part.name });
  const bytes = await ctx.objects.get(key);
  const results = bytes ? await readResultsFile(bytes) : [];
  if (results.length !== part.rows) throw new Error(`File '${key}' has ${results.length} of ${part.rows} results`);
  return results;
}

const withPart = ({ parts }: ArchivedMonthRecord, changed: ArchivedPart): ArchivedPart[] =>
  parts.map((part) => (part.name === changed.name ? changed : part));

async function restore(work: Work): Promise<boolean> {
  const { ctx, held, until } = work;
  for (const { isOut, ...part } of held.record.parts) {
    if (!isOut) continue;
    await putBack(ctx, work, await readPart(ctx, held.record, part));
    await held.write({ parts: withPart(held.record, part) });
    if (ctx.clock() > until) return leave(held);
  }
  await held.write({ state: 'restored', dueAt: held.record.restoredUntil });
  return true;
}

/** The newest result of a month that counts of a result's task on its target; looked for once each. */
function newestOfMonth(ctx: ArchiveContext, chip: Chip, month: string) {
  const known = new Map<string, Promise<string | undefined>>();
  const within = { from: startOfMonth(month), through: startOfMonth(monthAfter(month)), matches: () => true };
  return (result: Result): Promise<string | undefined> => {
    const target = targetOf(result);
    if (!target) return Promise.resolve(undefined);
    const name = JSON.stringify([result.name, target]);
    const found =
      known.get(name) ??
      newestCounted(ctx.db, { chip }, { task: result.name, target }, within).then((newest) => newest?.taskId);
    known.set(name, found);
    return found;
  };
}
