import { shownUnit } from '#shared/domain/metrics/cell/quantity.ts';
import type { TaskResult } from '../api/wire.ts';

/** One measured value in drawn units; null is a faulty mark. */
export interface HistoryPoint {
  at: string;
  value: number | null;
  error: number | null;
  /** Left out of what is computed: drawn hollow, and not joined to the others. */
  isExcluded?: boolean;
  /** Waits to be accepted, and counts for nothing until then (rule GATE-3). */
  isHeld?: boolean;
  /** Where it came from; those of one source are joined, and drawn alike. */
  source?: string;
}

/** Parameters that any of these results measured, in the order in which they appear. */
export const measuredNames = (results: readonly TaskResult[]): string[] => [
  ...new Set(results.flatMap((result) => Object.keys(result.output_parameters ?? {}))),
];

/**
 * A parameter over time as a chart draws it; a result that failed is a faulty mark. Values in another unit than the
 * newest have no place on its axis.
 */
export function historyPoints(results: readonly TaskResult[], name: string): { unit: string; points: HistoryPoint[] } {
  const unit = results.map((result) => result.output_parameters?.[name]?.unit).find((one) => one !== undefined) ?? '';
  const points = results.flatMap((result): HistoryPoint[] => {
    const at = result.end_at ?? result.start_at;
    if (at === undefined) return [];
    const isExcluded = result.excluded === true;
    if (result.status === 'failed') return [{ at, value: null, error: null, isExcluded }];
    const value = result.output_parameters?.[name];
    return value && value.unit === unit ? [{ at, value: value.value, error: value.error, isExcluded }] : [];
  });
  return { unit: shownUnit(unit), points };
}
