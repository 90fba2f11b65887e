import type { TaskStatus } from '#shared/runs/rules/statuses.ts';
import { compareTargets } from '../../chips/lib/map/target-order.ts';

/** A task of a run as its table sorts and filters it. */
export interface SortableTask {
  name: string;
  /** Qubit or coupling id; empty for a task of the whole chip. */
  qid: string;
  status: TaskStatus;
  start_at?: string | null | undefined;
  elapsed_seconds?: number | null | undefined;
}

/** Failures first: what went wrong is what a person looks for. */
const statusOrder: readonly TaskStatus[] = [
  'failed',
  'running',
  'cancelled',
  'skipped',
  'pending',
  'scheduled',
  'completed',
];

const comparisons: Record<string, (a: SortableTask, b: SortableTask) => number> = {
  target: (a, b) => compareTargets(a.qid, b.qid),
  task: (a, b) => a.name.localeCompare(b.name),
  status: (a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status),
  start: (a, b) => (a.start_at ?? '').localeCompare(b.start_at ?? ''),
  duration: (a, b) => (a.elapsed_seconds ?? -1) - (b.elapsed_seconds ?? -1),
};

/**
 * Tasks in a table's order; tasks that compare equal stay in the order of the run.
 * @param sort a column with `-` before it for descending; any other text leaves the order of the run
 */
export function sortTasks<T extends SortableTask>(tasks: readonly T[], sort: string | undefined): T[] {
  const descending = sort?.startsWith('-') ?? false;
  const compare = comparisons[descending ? (sort ?? '').slice(1) : (sort ?? '')];
  if (!compare) return [...tasks];
  return [...tasks].sort((a, b) => (descending ? compare(b, a) : compare(a, b)));
}

/** The tasks with a status and a target; an absent filter leaves all. */
export const filterTasks = <T extends SortableTask>(
  tasks: readonly T[],
  filter: { status?: TaskStatus | undefined; target?: string | undefined },
): T[] =>
  tasks.filter(
    (task) =>
      (filter.status === undefined || task.status === filter.status) &&
      (filter.target === undefined || task.qid === filter.target),
  );
