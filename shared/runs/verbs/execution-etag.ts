import type { TaskRow } from '../../results/store/task-results.ts';
import { tasksInTable } from '../rules/count-tasks.ts';
import type { TaskStatus } from '../rules/statuses.ts';
import type { ExecutionRecord } from '../store/executions.ts';

/**
 * The entity tag of an execution as it is answered. Every write of a run raises the execution's revision, so one read
 * of its item tells whether an earlier answer is still valid (RFC 9110, section 8.8); only a live trace changes
 * separately. It is weak: the same answer may be compressed or not.
 */
export const executionEtag = ({ rev }: { rev: number }, include: IncludedTasks, live?: { at: string }): string =>
  `W/"${rev}${etagSuffixes[include]}${live ? `-${Date.parse(live.at)}` : ''}"`;

/** What an answer has of an execution's tasks: nothing, their rows, or a page of their results, as a list or in groups. */
export type IncludedTasks = 'none' | 'all' | 'results' | 'grouped';

const etagSuffixes: Record<IncludedTasks, string> = {
  none: '',
  all: '-tasks',
  results: '-results',
  grouped: '-grouped',
};

/** Whether an `If-None-Match` names a tag; a weak one is compared by its text alone (RFC 9110, section 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(etag)) ?? false;

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '');

/**
 * Whether rows that an index answered are those that the execution counts. A task only ever moves on (scheduled,
 * running, ended), so a row that lags has an earlier status, and the counts differ; so do they for a result that was
 * excluded meanwhile. Rows that are newer than the execution may compensate for one that lags: then the execution has
 * moved on too, and this tag never matches again.
 */
export function areAllSeen(
  rows: readonly Pick<TaskRow, 'status' | 'excluded'>[],
  execution: Pick<ExecutionRecord, 'taskCounts' | 'archivedTasks' | 'excludedTasks'>,
): boolean {
  const { excludedTasks = 0 } = execution;
  const counted = tasksInTable(execution);
  const seen: Partial<Record<TaskStatus, number>> = {};
  for (const { status } of rows) seen[status] = (seen[status] ?? 0) + 1;
  const statuses = new Set([...Object.keys(seen), ...Object.keys(counted)] as TaskStatus[]);
  return (
    rows.filter((row) => row.excluded).length === excludedTasks &&
    [...statuses].every((status) => (seen[status] ?? 0) === (counted[status] ?? 0))
  );
}
