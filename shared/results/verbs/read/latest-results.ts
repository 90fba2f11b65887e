import { type ChipRecord, getChip } from '../../../chips/store/chips.ts';
import { targetRefsOf } from '../../../chips/verbs/targets.ts';
import { findTopology } from '../../../chips/verbs/topologies.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { completeUntil, earliest, justBefore, type Witness } from '../../../kernel/rules/complete-until.ts';
import type { Item, Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type QueryRange, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { MergedWalk } from '../../../kernel/store/dynamodb/merged-walk.ts';
import { skipBudget } from '../../../kernel/store/dynamodb/paging.ts';
import { type LatticeRef, taskKeys } from '../../../kernel/store/keys.ts';
import { listMonthsInFiles, monthNames } from '../../store/archived-months.ts';
import { type LatestResult, type LatestResultRecord, latestResultOf, listLatest } from '../../store/latest-results.ts';
import { completeCooldowns, decodeTaskRow, type TaskRow, taskResultEntity } from '../../store/task-results.ts';

export type DatedResult = LatestResult & { endAt: string; taskId: string };

/** Latest results by target id, in the order of the chip's topology; undefined for none. */
export type LatestByTarget = Map<string, DatedResult | undefined>;

/** A task on the qubits, or the couplings, of a chip. */
export interface LatestOf {
  chipId: string;
  task: string;
  kind: LatticeRef['kind'];
}

/**
 * The latest result of a task on every target, of all time or of a day (`YYYYMMDD` in the calendar of the service): one
 * query concurrent with the chip's, and for a day another. @throws ServiceError `not-found` for the chip.
 */
export async function latestResults(ctx: ProjectContext, request: LatestOf, date?: string): Promise<LatestByTarget> {
  const { db, projectId, config } = ctx;
  const { chipId, task } = request;
  const [chip, latest] = await Promise.all([
    getChip(db, projectId, chipId),
    listLatest(db, { projectId, chipId, task, consistent: date !== undefined }, request.kind),
  ]);
  const ofDay = async () => {
    if (date === undefined) return latest;
    // Read behind the latest of all: what leaves those in between has its row by now.
    const over = await listLatest(db, { projectId, chipId, task, date, consistent: true }, request.kind);
    return [...over, ...latest.filter(({ endAt }) => calendarDate(endAt, config.calendarTimeZone) === date)];
  };
  const [ids, rows] = await Promise.all([targetIds(ctx, chip, request), ofDay()]);
  const byTarget: LatestByTarget = new Map(ids.map((id) => [id, undefined]));
  // A row of a target that the topology lacks is one of an earlier topology: it is shown as well.
  for (const { target, endAt, taskId, result } of rows) byTarget.set(target.id, { ...result, endAt, taskId });
  return byTarget;
}

/**
 * The latest result of a task on every target within a range of time, from the history of each target: a query for each
 * target, while the latest of all time tell whether the index is behind (rule READ-6). A recreated chip begins with its
 * creation; results of an earlier chip of the same id stay readable only by their ids (rule CHIP-6). @throws
 * ServiceError `not-found` for the chip.
 */
export async function latestResultsWithin(
  ctx: ProjectContext,
  request: LatestOf,
  window: { from: string | undefined; through: string | undefined },
): Promise<{ latest: LatestByTarget; completeUntil: string | null; archivedMonths: string[] }> {
  const { db, projectId } = ctx;
  const { chipId, task, kind } = request;
  const now = nowOf(ctx);
  const [chip, newest, archived] = await Promise.all([
    getChip(db, projectId, chipId),
    listLatest(db, { projectId, chipId, task, consistent: true }, kind),
    listMonthsInFiles(db, { projectId, chipId }, window),
  ]);
  const ids = await targetIds(ctx, chip, request);
  const latestOf = new Map(newest.map((one) => [one.target.id, one]));
  const within = { ...window, from: later(window.from, chip?.createdAt) };
  const found = await Promise.all(
    ids.map(async (id) => {
      const row = await newestRow(ctx, { ...request, target: { kind, id } }, within);
      return { row, until: completeUntil(now, newestWitness(latestOf.get(id), row?.endAt, within)) };
    }),
  );
  const keys = found.flatMap(({ row }) => (row ? [taskKeys.result(projectId, row.taskId)] : []));
  const items = await batchGetItems(db, keys, false);
  const byTarget: LatestByTarget = new Map(ids.map((id) => [id, undefined]));
  for (const item of items) {
    if (!item) continue;
    const result = taskResultEntity.decode(item);
    const { qid, taskId, endAt = '' } = result;
    byTarget.set(qid, { ...latestResultOf(result), endAt, taskId });
  }
  return {
    latest: byTarget,
    completeUntil: earliest([now, ...found.map(({ until }) => until)]),
    archivedMonths: monthNames(archived, chip),
  };
}

/** The latest result that counts is not newer than what an index shows of its time, unless the index is behind. */
export function newestWitness(
  latest: Pick<LatestResultRecord, 'endAt'> | undefined,
  newestAt: string | undefined,
  { from = '', through }: { from?: string | undefined; through?: string | undefined },
): Witness | undefined {
  if (!latest || latest.endAt < from || (through !== undefined && latest.endAt > through)) return undefined;
  const isShown = newestAt !== undefined && newestAt >= latest.endAt;
  return { isShown, shownUntil: newestAt ?? justBefore(latest.endAt) };
}

/** The first of a history that is neither excluded nor a trial: most often the newest. */
async function newestRow(ctx: ProjectContext, ...[request, window]: HistoryOf): Promise<TaskRow | undefined> {
  for (let limit = 1; ; limit *= 8) {
    const rows = await historyRows(ctx, request, window, limit);
    const row = rows.find(({ excluded, trial }) => !excluded && !trial);
    if (row || rows.length < limit) return row;
  }
}

async function targetIds(
  ctx: ProjectContext,
  chip: Stored<ChipRecord> | undefined,
  request: LatestOf,
): Promise<string[]> {
  if (!chip) throw notInProject('Chip', request.chipId, ctx.projectId);
  const topology = await findTopology(ctx, ctx.projectId, chip.topologyId);
  if (!topology) return [];
  return targetRefsOf(topology)
    .filter(({ kind }) => kind === request.kind)
    .map(({ id }) => id);
}

/** The later of two instants, either of which may be missing. */
export const later = (one: string | undefined, other: string | undefined): string =>
  (one ?? '') > (other ?? '') ? (one ?? '') : (other ?? '');

type HistoryOf = [
  of: { chipId: string; task: string; target: LatticeRef },
  window: { from?: string | undefined; through?: string | undefined },
];

/**
 * Rows of the history of a task on a target within a range of time, newest first; of a cool-down, those that are stamped
 * with it.
 */
export async function historyRows(
  ctx: ProjectContext,
  request: { chipId: string; task: string; target: LatticeRef },
  { from = '', through = '' }: { from?: string | undefined; through?: string | undefined },
  limit: number,
  cooldownId?: string,
): Promise<TaskRow[]> {
  const range = historyRange(ctx, request, { from, through });
  if (!range) return [];
  const rows: TaskRow[] = [];
  if (cooldownId === undefined) {
    let startKey: Item | undefined;
    do {
      const left = { limit: limit - rows.length, ...(startKey ? { startKey } : {}) };
      const page = await queryPage(ctx.db, range, left);
      rows.push(...page.items.map(decodeTaskRow));
      startKey = page.lastKey;
    } while (startKey && rows.length < limit);
    return rows;
  }
  const walk = new MergedWalk(ctx.db, [range], 1000, { complete: (items) => completeCooldowns(ctx.db, items) });
  for (let next = await walk.next(); next && rows.length < limit; next = await walk.next()) {
    const row = decodeTaskRow(next.item);
    if (row.cooldownId === cooldownId) rows.push(row);
  }
  return rows;
}

/** The keys of that history; undefined where the range of time is empty. */
function historyRange(
  { projectId }: ProjectContext,
  { chipId, task, target }: HistoryOf[0],
  { from = '', through = '' }: HistoryOf[1],
): QueryRange | undefined {
  // DynamoDB refuses a range that ends before it begins.
  if (through !== '' && from > through) return undefined;
  return {
    index: 'gsi3',
    pk: taskKeys.ofTarget(projectId, chipId, task, target),
    // Nor does it take an empty key; every instant follows `0`.
    from: from || '0',
    // `~` follows every task id, so that the last instant is within.
    through: `${through}~`,
    descending: true,
  };
}

/** How many results that history has; undefined where they are more than the budget of a list. */
export async function countHistory(ctx: ProjectContext, ...[of, window]: HistoryOf): Promise<number | undefined> {
  const range = historyRange(ctx, of, window);
  if (!range) return 0;
  let count = 0;
  let startKey: Item | undefined;
  do {
    const page = await queryPage(ctx.db, range, { count: true, ...(startKey ? { startKey } : {}) });
    count += page.count;
    if (count > skipBudget) return undefined;
    startKey = page.lastKey;
  } while (startKey);
  return count;
}
