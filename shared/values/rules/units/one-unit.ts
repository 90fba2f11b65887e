import { hasOpenUnit, isPossible } from '../manual-value.ts';
import type { MetricDefinition } from '../types.ts';
import { conversionOf } from './conversion.ts';
import { openQuantity, type Quantity, sealQuantity } from './quantity.ts';
import { normalizeUnit, parseUnit } from './unit.ts';

/** Values of one metric in one unit. */
export interface InOneUnit<T> {
  unit: string;
  numbers: NumberInUnit<T>[];
  /** What has no number in this unit, or an impossible one. Faulty marks are in neither list. */
  leftOut: LeftOut<T>[];
}

/** A number and what it is of. */
export interface NumberInUnit<T> {
  of: T;
  value: number;
  error: number | undefined;
  /** The same in the common unit, with everything that it states. */
  quantity: Quantity;
}

export interface LeftOut<T> {
  of: T;
  /** The unit that it has. */
  unit: string;
  /**
   * `unit_of_another_kind`: its dimension differs; `no_value_in_unit`: a power that is not above 0 has no value in dBm;
   * `impossible_value`: the quantity cannot have the number (rule METRIC-4).
   */
  because: 'unit_of_another_kind' | 'no_value_in_unit' | 'impossible_value';
}

/**
 * Brings values of one metric into one unit: the only way to the numbers of several (rule METRIC-16). It is the unit of the
 * catalogue; of a metric that the catalogue leaves open, the most frequent unit of the most frequent dimension, ties by name.
 * The order of the values changes nothing but the order of the answer.
 */
export function inOneUnit<T extends { quantity: Quantity }>(
  metric: MetricDefinition,
  values: readonly T[],
): InOneUnit<T> {
  const unit = unitOf(
    metric,
    values.map(({ quantity }) => openQuantity(quantity)),
  );
  const found: InOneUnit<T> = { unit, numbers: [], leftOut: [] };
  for (const of of values) {
    const own = openQuantity(of.quantity);
    if (own.value === null) continue;
    // Without a unit a value is in the unit that the catalogue says.
    const from = normalizeUnit(own.unit) === '' && !hasOpenUnit(metric) ? unit : own.unit;
    const conversion = conversionOf(from, unit);
    const value = conversion?.value(own.value);
    if (!conversion) found.leftOut.push({ of, unit: own.unit, because: 'unit_of_another_kind' });
    else if (value === undefined) found.leftOut.push({ of, unit: own.unit, because: 'no_value_in_unit' });
    else if (!isPossible(metric, value)) found.leftOut.push({ of, unit: own.unit, because: 'impossible_value' });
    else {
      const stored = own.value;
      const sized = (size: number | undefined) => (size === undefined ? undefined : conversion.size(size, stored));
      const error = sized(own.error);
      const [spread, standardError] = [own.spread, own.standardError].map((size) => sized(size ?? undefined) ?? null);
      const quantity =
        from === unit && own.unit === unit ? of.quantity : sealQuantity({ value, unit, error, spread, standardError });
      found.numbers.push({ of, value, error, quantity });
    }
  }
  return found;
}

function unitOf(metric: MetricDefinition, values: readonly { value: number | null; unit: string }[]): string {
  if (!hasOpenUnit(metric)) return metric.storedUnit;
  const units = values.flatMap(({ value, unit }) => (value === null ? [] : [unit]));
  const dimension = mostFrequent(units.map((unit) => parseUnit(unit).dimension));
  return mostFrequent(units.filter((unit) => parseUnit(unit).dimension === dimension)) ?? '';
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  let most: [name: string, count: number] | undefined;
  for (const one of counts) if (!most || one[1] > most[1] || (one[1] === most[1] && one[0] < most[0])) most = one;
  return most?.[0];
}
