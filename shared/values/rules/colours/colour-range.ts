import type { MetricDisplay } from '../cell/display.ts';
import { quantile } from '../statistics.ts';

/** The range of the colours of a map in drawn units, `low < high`. */
export interface ColourRange {
  low: number;
  high: number;
  isLog: boolean;
  /** The place of a value between dark (0) and bright (1), clipped. */
  position: (drawn: number) => number;
}

/** 5th to 95th percentile of the drawn values, logarithmic for errors, bright where the value is good (rules MAP-3 and MAP-4). */
export function colourRange(
  values: readonly number[],
  { isError, better }: Pick<MetricDisplay, 'isError' | 'better'>,
): ColourRange {
  const isLog = isError && values.some((value) => value > 0);
  const [low, high] = rangeOf(isLog ? values.filter((value) => value > 0) : values, isLog);
  const place = isLog ? Math.log : (value: number) => value;
  const along = (drawn: number) => Math.min(1, Math.max(0, (place(drawn) - place(low)) / (place(high) - place(low))));
  const position = (drawn: number) => {
    const share = isLog && drawn <= 0 ? 0 : along(drawn);
    return better === 'lower' ? 1 - share : share;
  };
  return { low, high, isLog, position };
}

/** Equal ends are moved apart so that the one value lies in the middle. */
function rangeOf(values: readonly number[], isLog: boolean): [number, number] {
  const low = quantile(values, 0.05) ?? 0;
  const high = quantile(values, 0.95) ?? 1;
  if (high > low) return [low, high];
  if (isLog) return [low / 2, high * 2];
  const pad = Math.abs(low) > 0 ? Math.abs(low) * 0.1 : 1;
  return [low - pad, high + pad];
}
