import type { ProjectContext } from '../../../context.ts';
import { calendarDay } from '../../../domain/calendar.ts';
import { invalid, notFound, notInProject } from '../../../errors.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import { batchGetItems } from '../../../store/dynamodb/database.ts';
import { type TargetRef, taskKeys } from '../../../store/keys.ts';
import { type TaskResultRecord, taskResultEntity } from '../../../store/task-results/task-results.ts';
import { findTarget } from '../../chips/read-chip.ts';
import { findCooldownSpan, withinSpan } from '../../cooldowns/filter-cooldown.ts';
import { historyRows } from './latest-results.ts';

/** Results of a task on one target, and whether there are older ones. */
export interface TaskHistory {
  results: Stored<TaskResultRecord>[];
  hasMore: boolean;
}

/** Which results of a task are wanted: where several bounds are given, those within all of them. */
export interface HistoryWindow {
  /** A day of the service's calendar, `YYYYMMDD`. */
  date: string | undefined;
  from: string | undefined;
  through: string | undefined;
  limit: number;
  /** Those that are stamped with it (rule TASK-5). */
  cooldownId?: string | undefined;
}

/**
 * Results of a task on a qubit or coupling that completed or failed, the latest end first. Reads an index: a result
 * written a moment ago may still be missing. @throws ServiceError `not-found` for the chip or the target,
 * `invalid` for a day that does not exist, `unknown-reference` for an unknown cool-down.
 */
export async function taskHistory(
  ctx: ProjectContext,
  request: { chipId: string; task: string; target: TargetRef },
  window: HistoryWindow,
): Promise<TaskHistory> {
  const { projectId } = ctx;
  const asked = rangeOf(window, ctx.config.calendarTimeZone);
  const { cooldownId } = window;
  const range = withinSpan(asked, await findCooldownSpan(ctx, cooldownId));
  const rowsOf = (target: TargetRef) => historyRows(ctx, { ...request, target }, range, window.limit + 1, cooldownId);
  const [{ chip, target }, found] = await Promise.all([
    findTarget(ctx, request.chipId, request.target),
    rowsOf(request.target),
  ]);
  if (!chip) throw notInProject('Chip', request.chipId, projectId);
  if (!target)
    throw notFound(
      `${request.target.kind === 'qubit' ? 'Qubit' : 'Coupling'} '${request.target.id}' not found in chip '${request.chipId}'`,
    );
  // A coupling may be asked for by its reversed id.
  const rows = (target.id === request.target.id ? found : await rowsOf(target)).filter(
    ({ endAt }) => endAt !== undefined && endAt >= chip.createdAt,
  );
  const items = await batchGetItems(
    ctx.db,
    rows.slice(0, window.limit).map(({ taskId }) => taskKeys.result(projectId, taskId)),
    false,
  );
  return {
    results: items.flatMap((item) => (item ? [taskResultEntity.decode(item)] : [])),
    hasMore: rows.length > window.limit,
  };
}

function rangeOf({ date, from, through }: HistoryWindow, timeZone: string): Pick<HistoryWindow, 'from' | 'through'> {
  if (date === undefined) return { from, through };
  const day = calendarDay(date.replace(/^(.{4})(..)(..)$/, '$1-$2-$3'), timeZone);
  if (!day) throw invalid(`date '${date}' is no day`);
  return {
    from: from !== undefined && from > day.start ? from : day.start,
    through: through !== undefined && through < day.end ? through : day.end,
  };
}
