import { findTarget } from '../../../chips/verbs/read-chip.ts';
import { findCooldownSpan, withinSpan } from '../../../cooldowns/verbs/filter-cooldown.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { invalid, notFound, notInProject } from '../../../kernel/errors.ts';
import { calendarDay } from '../../../kernel/rules/calendar.ts';
import { completeUntil } from '../../../kernel/rules/complete-until.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, getItem } from '../../../kernel/store/dynamodb/database.ts';
import { skipBudget } from '../../../kernel/store/dynamodb/paging.ts';
import { type LatticeRef, taskKeys } from '../../../kernel/store/keys.ts';
import { listMonthsInFiles, monthNames } from '../../store/archived-months.ts';
import { type LatestResultRecord, latestResultEntity } from '../../store/latest-results.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import { countHistory, historyRows, later, newestWitness } from './latest-results.ts';

/** Results of a task on one target, and whether there are older ones. */
export interface TaskHistory {
  results: Stored<TaskResultRecord>[];
  /** The total count; undefined if it was not requested, or exceeds the limit. */
  total: number | undefined;
  hasMore: boolean;
  /** The months asked for of which results are in files, and not among these (rule TASK-21). */
  archivedMonths: string[];
  /** None that was written until then is missing. */
  completeUntil: string;
}

/** Which results of a task are wanted: where several bounds are given, those within all of them. */
export interface HistoryWindow {
  /** A day of the service's calendar, `YYYYMMDD`. */
  date: string | undefined;
  from: string | undefined;
  through: string | undefined;
  limit: number;
  /** If given, all are counted. */
  skip?: number | undefined;
  /** Those that are stamped with it (rule TASK-5). */
  cooldownId?: string | undefined;
}

/**
 * Results of a task on a qubit or coupling that completed or failed, the latest end first. Reads an index: a result
 * written a moment ago may still be missing; the latest row tells (rule READ-6).
 * @throws ServiceError `not-found` for the chip or the target, `invalid` for a day that does not exist,
 * `unknown-reference` for an unknown cool-down.
 */
export async function taskHistory(
  ctx: ProjectContext,
  request: { chipId: string; task: string; target: LatticeRef },
  window: HistoryWindow,
): Promise<TaskHistory> {
  const { projectId } = ctx;
  const now = nowOf(ctx);
  const asked = rangeOf(window, ctx.config.calendarTimeZone);
  const { cooldownId, skip = 0 } = window;
  const last = skip + window.limit;
  // What a walk must look at in any case, it counts.
  const read = window.skip !== undefined && cooldownId !== undefined ? skipBudget : last;
  const range = withinSpan(asked, await findCooldownSpan(ctx, cooldownId));
  const rowsOf = (target: LatticeRef) => historyRows(ctx, { ...request, target }, range, read + 1, cooldownId);
  const latestOf = (target: LatticeRef) => readLatest(ctx, { ...request, target });
  const [{ chip, target }, found, known, archived] = await Promise.all([
    findTarget(ctx, request.chipId, request.target),
    rowsOf(request.target),
    latestOf(request.target),
    listMonthsInFiles(ctx.db, { projectId, chipId: request.chipId }, range),
  ]);
  if (!chip) throw notInProject('Chip', request.chipId, projectId);
  if (!target)
    throw notFound(
      `${request.target.kind === 'qubit' ? 'Qubit' : 'Coupling'} '${request.target.id}' not found in chip '${request.chipId}'`,
    );
  // A coupling may be asked for by its reversed id.
  const own = { kind: request.target.kind, id: target.id };
  const [all, latest] = own.id === request.target.id ? [found, known] : await Promise.all([rowsOf(own), latestOf(own)]);
  // A chip that was created again under an id has none of the results of the one before.
  const since = chip.measuredFrom ?? chip.createdAt;
  const rows = all.filter(({ endAt, queuedAt }) => endAt !== undefined && endAt >= since && queuedAt >= chip.createdAt);
  const counted = window.skip === undefined || cooldownId !== undefined ? undefined : { ...request, target: own };
  const sinceChip = { ...range, from: later(range.from, since) };
  const [items, count] = await Promise.all([
    batchGetItems(
      ctx.db,
      rows.slice(skip, last).map(({ taskId }) => taskKeys.result(projectId, taskId)),
      false,
    ),
    counted ? countHistory(ctx, counted, sinceChip) : undefined,
  ]);
  const isMeant = cooldownId === undefined || latest?.result.cooldownId === cooldownId;
  return {
    results: items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : [])),
    // Rows that are all there are need no counting.
    total: counted ? count : rows.length > read ? undefined : rows.length,
    hasMore: rows.length > last,
    archivedMonths: monthNames(archived, chip),
    completeUntil: completeUntil(now, newestWitness(isMeant ? latest : undefined, rows[0]?.endAt, range)),
  };
}

async function readLatest(
  { db, projectId }: ProjectContext,
  { chipId, task, target }: { chipId: string; task: string; target: LatticeRef },
): Promise<LatestResultRecord | undefined> {
  const item = await getItem(db, taskKeys.latest(projectId, chipId, task, target));
  return item && latestResultEntity.decode(item);
}

function rangeOf({ date, from, through }: HistoryWindow, timeZone: string): Pick<HistoryWindow, 'from' | 'through'> {
  if (date === undefined) return { from, through };
  const day = calendarDay(date.replace(/^(.{4})(..)(..)$/, '$1-$2-$3'), timeZone);
  if (!day) throw invalid(`date '${date}' is not a valid date`);
  return {
    from: from !== undefined && from > day.start ? from : day.start,
    through: through !== undefined && through < day.end ? through : day.end,
  };
}
