import type { MetricMode } from '../../../values/rules/types.ts';

/** How many steps in a row have made a parameter worse, up to its newest value. @param values newest first */
export function worseningStreak(values: readonly number[], mode: Exclude<MetricMode, 'none'>): number {
  const isWorse = (newer: number, older: number) => (mode === 'maximize' ? newer < older : newer > older);
  const end = values.findIndex((value, n) => !isWorse(value, values[n + 1] ?? value));
  return Math.max(0, end);
}
