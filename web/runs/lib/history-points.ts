import type { TaskResult } from '../../ui/lib/api/wire.ts';
import type { HistoryPoint } from '../../values/lib/metrics/history-point.ts';

/** Parameters that any of these results measured, in the order in which they appear. */
export const measuredNames = (results: readonly TaskResult[]): string[] => [
  ...new Set(results.flatMap((result) => Object.keys(result.output_parameters ?? {}))),
];

/** Results that failed, as marks among the values that others measured. */
export const failurePoints = (results: readonly TaskResult[], taskId: string): HistoryPoint[] =>
  results.flatMap(({ status, end_at: end, start_at: start, task_id: id, excluded }) => {
    const at = end ?? start;
    if (status !== 'failed' || at === undefined) return [];
    return [{ at, value: null, error: null, lack: 'failed', isExcluded: excluded === true, isThis: id === taskId }];
  });
