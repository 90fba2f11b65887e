import type { Axis, CurveFigure, Series } from '../figures/figure.ts';
import { spread } from '../math/numbers.ts';

/** Axes that many experiments share. */
export const axes = {
  population: { label: 'Population of 1', unit: '', column: 'population', decimals: 4 },
  ground: { label: 'Population of 0', unit: '', column: 'population', decimals: 4 },
  signal: { label: 'Signal', unit: 'a.u.', column: 'signal_au', decimals: 4 },
  timeNs: { label: 'Duration', unit: 'ns', column: 'duration_ns', decimals: 1 },
  delayUs: { label: 'Delay', unit: 'μs', column: 'delay_us', decimals: 3 },
  logDelayUs: { label: 'Delay', unit: 'μs', column: 'delay_us', decimals: 3, log: true },
  driveGhz: { label: 'Drive frequency', unit: 'GHz', column: 'drive_frequency_ghz', decimals: 5 },
  readoutGhz: { label: 'Readout frequency', unit: 'GHz', column: 'readout_frequency_ghz', decimals: 5 },
  amplitude: { label: 'Amplitude', unit: 'a.u.', column: 'amplitude_au', decimals: 4 },
  pulses: { label: 'Number of pulses', unit: '', column: 'pulses', decimals: 0 },
} as const satisfies Record<string, Axis>;

/** Points of a fitted line: enough for about five oscillations. */
const LINE_POINTS = 50;

/** Returns the points and the fitted curve, evenly spaced over the axis. */
export function withFit(
  title: string,
  x: Axis,
  y: Axis,
  xs: readonly number[],
  ys: readonly number[],
  at: (x: number) => number,
): CurveFigure {
  return { kind: 'curves', title, x, y, series: [points('Measured', xs, ys), fittedLine('Fit', x, xs, at)] };
}

/** Returns measured points; a failed fit leaves a gap. */
export const points = (name: string, x: readonly number[], y: readonly number[]): Series =>
  drawable({ name, kind: 'points', x, y });

function drawable({ x, y, ...rest }: Series): Series {
  const isDrawable = (i: number) => Number.isFinite(x[i]) && Number.isFinite(y[i]);
  return { ...rest, x: x.filter((_, i) => isDrawable(i)), y: y.filter((_, i) => isDrawable(i)) };
}

/** A fitted curve over the range of the points. */
export function fittedLine(
  name: string,
  axis: Axis,
  xs: readonly number[],
  at: (x: number) => number,
  count = LINE_POINTS,
): Series {
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const x = axis.log
    ? spread(Math.log10(low), Math.log10(high), count).map((exponent) => 10 ** exponent)
    : spread(low, high, count);
  return drawable({ name, kind: 'line', x, y: x.map(at) });
}
