import type { MetricDefinition } from '../types.ts';
import { conversionFactor } from '../units.ts';
import { hasGoodEnd } from './display.ts';

interface Stored {
  value: number | null;
  unit: string;
}

/** How many stored values meet the threshold of their metric; null where it has none, or neither end is good. */
export function countMeetingThreshold(metric: MetricDefinition, values: readonly Stored[]): number | null {
  const { threshold, mode, isFidelity, storedUnit, key, target } = metric;
  if (!threshold || !hasGoodEnd(key, target) || (mode === 'none' && !isFidelity)) return null;
  const wantsLess = mode === 'minimize' && !isFidelity;
  const meets = ({ value, unit }: Stored): boolean => {
    if (value === null) return false;
    // Nearly all values are in the unit of the catalogue: no unit is parsed for them.
    const factor = unit === storedUnit || unit === '' ? 1 : conversionFactor(unit, storedUnit);
    if (factor === undefined) return false;
    return wantsLess ? value * factor <= threshold.value : value * factor >= threshold.value;
  };
  return values.filter(meets).length;
}
