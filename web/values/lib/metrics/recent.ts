import { drawValue, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { besideValues } from './beside-values.ts';
import type { ValuedTarget } from './target-metrics.ts';

/** A value that counted at the end of a day, in its metric's drawn unit. */
export interface RecentValue {
  /** When it was measured, in milliseconds. */
  at: number;
  value: number;
}

/**
 * The values of a metric at the end of each day, oldest first. A value that was current for several days appears once;
 * faulty values, and those in another kind of unit, are left out.
 * @param days of one target, newest first
 */
export function recentValues(days: readonly Pick<ValuedTarget, 'data' | 'faulty'>[], display: MetricDisplay) {
  const found = new Map<number, RecentValue>();
  for (const { data, faulty } of days.toReversed()) {
    const parameter = data[display.key];
    if (!parameter || faulty.includes(display.key)) continue;
    const { drawn, isForeign } = drawValue(display, parameter);
    const at = Date.parse(parameter.calibrated_at);
    if (!isForeign) found.set(at, { at, value: drawn });
  }
  return besideValues(
    [...found.values()].sort((a, b) => a.at - b.at),
    display.unit,
  );
}

/**
 * The points of a small curve in a box: over time, from the first value unless a start is given, and with the largest
 * value at the top.
 */
export function curveIn(
  values: readonly RecentValue[],
  box: { width: number; height: number; inset: number; isLog: boolean; from?: number | undefined },
): { x: number; y: number }[] {
  const isLog = box.isLog && values.every(({ value }) => value > 0);
  const scaled = values.map(({ value }) => (isLog ? Math.log(value) : value));
  const across = placer(
    [...(box.from === undefined ? [] : [box.from]), ...values.map(({ at }) => at)],
    box.inset,
    box.width - box.inset,
  );
  const down = placer(scaled, box.height - box.inset, box.inset);
  return values.map(({ at }, n) => ({ x: tenths(across(at)), y: tenths(down(scaled[n] ?? 0)) }));
}

/**
 * Splits a curve into segments, each from an index to before another, within which neighbours are at most `within`
 * milliseconds apart.
 */
export function joinedRuns(values: readonly Pick<RecentValue, 'at'>[], within = Number.POSITIVE_INFINITY) {
  const starts = values.flatMap(({ at }, n) => (n === 0 || at - (values[n - 1]?.at ?? at) > within ? [n] : []));
  return starts.map((start, n): [from: number, end: number] => [start, starts[n + 1] ?? values.length]);
}

const tenths = (pixels: number): number => Math.round(10 * pixels) / 10;

/** From the smallest of some numbers to the largest; where they are all one, the middle. */
function placer(numbers: readonly number[], from: number, to: number): (number: number) => number {
  const low = Math.min(...numbers);
  const span = Math.max(...numbers) - low;
  return (number) => (span === 0 ? (from + to) / 2 : from + ((number - low) / span) * (to - from));
}
