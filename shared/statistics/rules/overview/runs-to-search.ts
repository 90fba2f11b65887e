import { allTasks } from '../../../runs/rules/count-tasks.ts';
import type { TaskStatus } from '../../../runs/rules/statuses.ts';

/** A run as its execution counts its tasks, the newest first in a list. */
export interface CountedRun {
  taskCounts: Partial<Record<TaskStatus, number>>;
}

/**
 * The runs whose results decide which failures are unresolved: those with failed tasks and all later ones, the newest
 * first, up to `most` results; `all` is false if older ones are left out.
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
