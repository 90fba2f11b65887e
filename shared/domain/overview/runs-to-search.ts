import { allTasks } from '../runs/count-tasks.ts';
import type { TaskStatus } from '../runs/statuses.ts';

/** A run as its execution counts its tasks, the newest first in a list. */
export interface CountedRun {
  taskCounts: Partial<Record<TaskStatus, number>>;
}

/**
 * The runs whose results tell which failures stand: those with failed tasks and whatever ran after them, the newest first, up to
 * `most` results; `all` is false where older ones are left out.
 */
export function runsToSearch<R extends CountedRun>(runs: readonly R[], most: number): { runs: R[]; all: boolean } {
  const oldest = runs.findLastIndex(({ taskCounts }) => (taskCounts.failed ?? 0) > 0);
  const wanted = runs.slice(0, oldest + 1).filter((run) => ended(run) > 0);
  let results = 0;
  const within = wanted.findIndex((run) => {
    results += allTasks(run.taskCounts);
    return results > most;
  });
  return within === -1 ? { runs: wanted, all: true } : { runs: wanted.slice(0, within), all: false };
}

const ended = ({ taskCounts }: CountedRun): number => (taskCounts.failed ?? 0) + (taskCounts.completed ?? 0);
