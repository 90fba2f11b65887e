import type { ExecutionStatus, TaskStatus } from '#shared/runs/rules/statuses.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';

/** How often something is asked for again, in milliseconds; false is never. */
export type Interval = number | false;

/** The parts of a run that decide when its page reads it again. */
interface Watched {
  status: ExecutionStatus;
  progress: { by_status: Readonly<Partial<Record<string, number>>> };
  task: readonly { status: TaskStatus }[];
}

/** How often a run is asked for while it goes on: each second, for a 304 costs little. */
export const runInterval = (run: Pick<Watched, 'status'> | undefined): Interval =>
  !run || isEnded(run.status) ? false : 1_000;

/**
 * How often the tasks of a run are asked for: the more there are, the larger is the answer. A run that has ended is
 * asked for until all that it counts has been seen, since its tasks may come later than their counts.
 */
export function tasksInterval(run: Watched | undefined): Interval {
  if (!run || (isEnded(run.status) && isComplete(run))) return false;
  const { length } = run.task;
  return length <= 300 ? 1_000 : length <= 1_500 ? 3_000 : 8_000;
}

/** Whether the tasks of an answer are those that it counts. */
export function isComplete({ progress, task }: Pick<Watched, 'progress' | 'task'>): boolean {
  const counts = Object.entries(progress.by_status);
  const counted = counts.reduce((sum, [, count = 0]) => sum + count, 0);
  return (
    counted === task.length &&
    counts.every(([status, count = 0]) => task.filter((one) => one.status === status).length === count)
  );
}
