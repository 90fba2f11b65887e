import { isOpen, type TaskStatus } from '#shared/runs/rules/statuses.ts';

/** The progress of a run: how much of its plan is done. */
export interface RunProgress {
  /** Tasks of the whole run; never fewer than were seen. */
  total: number;
  /** Tasks that have ended, however they did. */
  done: number;
  /** Tasks that have completed: what was done of the run. */
  completed: number;
  /** Tasks by status, only those that occur, in the order of the bar: done tasks first. */
  parts: { status: TaskStatus; count: number }[];
  /** Tasks that nothing has been written about yet. */
  notStarted: number;
  /** Whether the run says how many tasks it has; a share means something only then. */
  isPlanned: boolean;
}

/** Done, being done, to be done. */
const order: readonly TaskStatus[] = ['completed', 'failed', 'skipped', 'cancelled', 'running', 'pending', 'scheduled'];

/** Counts as the service keeps them: a number by status name. */
export type StatusCounts = Readonly<Partial<Record<string, number>>>;

/**
 * The progress of a run from its counts.
 * @param planned how many tasks the run has; null where it does not say (a worker's run)
 */
export function progressOf(planned: number | null, counts: StatusCounts): RunProgress {
  const parts = order.flatMap((status) => {
    const count = counts[status] ?? 0;
    return count > 0 ? [{ status, count }] : [];
  });
  const seen = parts.reduce((sum, part) => sum + part.count, 0);
  const done = parts.reduce((sum, part) => sum + (isOpen(part.status) ? 0 : part.count), 0);
  const total = Math.max(planned ?? 0, seen);
  return {
    total,
    done,
    completed: counts.completed ?? 0,
    parts,
    notStarted: total - seen,
    isPlanned: planned !== null,
  };
}

/** What was done, in words: `36 of 133 completed`; of a run that does not say how many tasks it has, `36 completed`. */
export const doneText = ({ completed, total, isPlanned }: RunProgress): string =>
  isPlanned ? `${completed} of ${total} completed` : `${completed} completed`;

/** The text for tasks without a result: after the end of a run they never start. */
export const restText = (isOver: boolean): string => (isOver ? 'not started' : 'to come');

/** Progress in words: `36 of 133 completed, 4 failed, 2 running, 91 to come`. */
export function progressText(progress: RunProgress, isOver: boolean): string {
  const { total, parts, notStarted } = progress;
  if (total === 0) return 'no tasks yet';
  const others = parts.filter(({ status }) => status !== 'completed').map(({ status, count }) => `${count} ${status}`);
  const rest = notStarted > 0 ? [`${notStarted} ${restText(isOver)}`] : [];
  return [doneText(progress), ...others, ...rest].join(', ');
}

/** Statuses that are counted from the start, so that nothing moves when the first task gets there. */
const alwaysShown: readonly TaskStatus[] = ['completed', 'failed', 'running'];

/** The counts of an active run, by status in the order of a bar: the common ones, and those that occur. */
export const shownCounts = ({ parts }: RunProgress): { status: TaskStatus; count: number }[] =>
  order.flatMap((status) => {
    const part = parts.find((one) => one.status === status);
    return part ?? (alwaysShown.includes(status) ? { status, count: 0 } : []);
  });
