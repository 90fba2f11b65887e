import { isDatedAhead } from './clock-ahead.ts';
import { isNewer, type Measurement } from './roll-up.ts';
import { median } from './statistics.ts';
import type { MetricDefinition } from './types.ts';
import { besideEachOther } from './units/angles.ts';
import { inOneUnit } from './units/one-unit.ts';
import { type Quantity, sealQuantity } from './units/quantity.ts';

/** The median of a metric at the end of a day, from the values known then. */
export interface DayMedian {
  /** Of the newest values of all targets then; null where none had one. */
  median: number | null;
  /** That of the median. */
  unit: string;
  /** How many targets it is of. */
  present: number;
  /** Targets whose value does not convert into that unit. */
  leftOut: number;
  /** How many of these had been measured on that day. */
  measured: number;
}

/**
 * The medians of a metric at the ends of some days. Values that a wrong clock dated in the future are left out, since
 * their day is unknown.
 * @param series the measurements of each target, in any order: at least the newest one at each of these ends.
 * @param days oldest first.
 */
export function medianCourse(
  metric: MetricDefinition,
  series: readonly (readonly Measurement[])[],
  days: readonly { start: string; end: string }[],
): DayMedian[] {
  const cursors = series.map((all) => {
    const own = all.filter((one) => !isDatedAhead(one)).sort((a, b) => (isNewer(a, b) ? 1 : -1));
    return { own, next: 0 };
  });
  let middle: Middle | undefined;
  return days.map(({ start, end }) => {
    let hasMoved = false;
    for (const cursor of cursors) {
      const { next } = cursor;
      while ((cursor.own[cursor.next]?.at ?? '~') <= end) cursor.next += 1;
      hasMoved ||= cursor.next !== next;
    }
    // A day without a newer value has the median of the day before.
    if (!middle || hasMoved) middle = middleOf(metric, cursors);
    const { instants, ...found } = middle;
    return { ...found, present: instants.length, measured: instants.filter((at) => at >= start).length };
  });
}

/** The median of the newest values, and when those that it is of were measured. */
type Middle = Pick<DayMedian, 'median' | 'unit' | 'leftOut'> & { instants: readonly string[] };

function middleOf(metric: MetricDefinition, cursors: readonly { own: readonly Measurement[]; next: number }[]): Middle {
  const standing: { quantity: Quantity; at: string }[] = [];
  for (const { own, next } of cursors) {
    const newest = own[next - 1];
    if (newest) standing.push({ quantity: sealQuantity(newest), at: newest.at });
  }
  const { unit, numbers, leftOut } = inOneUnit(metric, standing);
  const values = besideEachOther(
    numbers.map(({ value }) => value),
    unit,
  );
  return { median: median(values) ?? null, unit, leftOut: leftOut.length, instants: numbers.map(({ of }) => of.at) };
}
