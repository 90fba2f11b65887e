import { isNewer, type Measurement } from './roll-up.ts';
import { median } from './statistics.ts';

/** The median of a metric as of the end of a day, as far as anything was known then. */
export interface DayMedian {
  /** Of the newest values of all targets then; null where none had one. */
  median: number | null;
  /** How many targets it is of. */
  present: number;
  /** How many of these had been measured on that day. */
  measured: number;
}

/**
 * The medians of a metric as of the ends of some days.
 * @param series what each target measured, in any order: at least what was newest at each of these ends.
 * @param days oldest first.
 */
export function medianCourse(
  series: readonly (readonly Measurement[])[],
  days: readonly { start: string; end: string }[],
): DayMedian[] {
  const cursors = series.map((own) => ({ own: own.toSorted((a, b) => (isNewer(a, b) ? 1 : -1)), next: 0 }));
  return days.map(({ start, end }) => {
    const values: number[] = [];
    let measured = 0;
    for (const cursor of cursors) {
      while ((cursor.own[cursor.next]?.at ?? '~') <= end) cursor.next += 1;
      const newest = cursor.own[cursor.next - 1];
      if (newest?.value == null) continue;
      values.push(newest.value);
      if (newest.at >= start) measured += 1;
    }
    return { median: median(values) ?? null, present: values.length, measured };
  });
}
