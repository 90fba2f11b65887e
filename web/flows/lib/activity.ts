import { median } from '#shared/values/rules/statistics.ts';
import type { RunSummary, Schedule } from '../../ui/lib/api/wire.ts';

/** How many of the newest runs of the project the list of flows tells of. */
export const runsLookedAt = 100;

/** What a flow did of late, and when it starts by itself. */
export interface FlowActivity {
  /** Undefined if none of the listed runs is of the flow. */
  lastRun: RunSummary | undefined;
  /** Tasks of the last run that failed. */
  failedTasks: number;
  /** Undefined if no schedule starts the flow any more. */
  nextStart: { at: string; timeZone: string } | undefined;
  /** The duration of completed runs, from start to end; undefined if there are none. */
  duration: { medianSeconds: number; runs: number } | undefined;
}

/**
 * @param runs of the project, the newest first
 * @param schedules of the project, the next to fire first
 */
export function flowActivity(
  flowName: string,
  runs: readonly RunSummary[],
  schedules: readonly Pick<Schedule, 'flow_name' | 'next_run' | 'timezone'>[],
): FlowActivity {
  const own = runs.filter(({ flow_name }) => flow_name === flowName);
  const [lastRun] = own;
  const seconds = own.flatMap(({ status, elapsed_time }) =>
    status === 'completed' && elapsed_time !== null ? [elapsed_time] : [],
  );
  const medianSeconds = median(seconds);
  const next = schedules.find((one) => one.flow_name === flowName && one.next_run !== null);
  return {
    lastRun,
    failedTasks: lastRun?.progress?.by_status.failed ?? 0,
    nextStart: next?.next_run ? { at: next.next_run, timeZone: next.timezone } : undefined,
    duration: medianSeconds === undefined ? undefined : { medianSeconds, runs: seconds.length },
  };
}

/**
 * How long a run of so many tasks takes: the median time of as many tasks in completed runs. Undefined if no run
 * completed.
 * @param runs of the project
 */
export function secondsOf(
  { flowName, chipId, tasks }: { flowName: string; chipId: string; tasks: number },
  runs: readonly RunSummary[],
): number | undefined {
  const perTask = runs.flatMap(({ flow_name, chip_id, status, elapsed_time, progress }) => {
    if (flow_name !== flowName || chip_id !== chipId || status !== 'completed') return [];
    const done = Object.values(progress?.by_status ?? {}).reduce((sum, count) => sum + count, 0);
    return elapsed_time === null || done === 0 ? [] : [elapsed_time / done];
  });
  const seconds = median(perTask);
  return seconds === undefined ? undefined : seconds * tasks;
}
