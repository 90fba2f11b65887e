import type { MetricDefinition } from '../types.ts';
import { hasGoodEnd } from './display.ts';

/**
 * How many values in the stored unit meet the threshold of their metric; null if it has none, or neither end is good.
 */
export function countMeetingThreshold(metric: MetricDefinition, values: readonly number[]): number | null {
  const { threshold, mode, isFidelity, key, target } = metric;
  if (!threshold || !hasGoodEnd(key, target) || (mode === 'none' && !isFidelity)) return null;
  const wantsLess = mode === 'minimize' && !isFidelity;
  return values.filter((value) => (wantsLess ? value <= threshold.value : value >= threshold.value)).length;
}
