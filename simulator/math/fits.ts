import { type Fit, fitCurve, type Model } from './least-squares.ts';
import { indexOfMax, median } from './numbers.ts';

/** A fit with its curve, to be drawn. */
export interface CurveFit extends Fit {
  at: (x: number) => number;
}

function fitted(
  model: Model<number>,
  xs: readonly number[],
  ys: readonly number[],
  start: readonly number[],
): CurveFit {
  const fit = fitCurve(model, xs, ys, start);
  return { ...fit, at: (x) => model(x, fit.values) };
}

/** `slope x + offset`: [slope, offset]. */
export const fitLine = (xs: readonly number[], ys: readonly number[]): CurveFit =>
  fitted((x, [slope = 0, offset = 0]) => slope * x + offset, xs, ys, [1, 0]);

/**
 * `a exp(-x / tau) + b`: [a, tau, b]; with `floor` given, b is that: [a, tau]. Time runs from 0. The logarithm of tau is
 * what is fitted, so that no step leads to a negative time.
 */
export function fitDecay(xs: readonly number[], ys: readonly number[], floor?: number): CurveFit {
  const first = ys[0] ?? 1;
  const last = floor ?? ys.at(-1) ?? 0;
  const half = xs.find((_, i) => Math.abs((ys[i] as number) - last) < Math.abs(first - last) / Math.E);
  const tau = Math.max(half ?? (xs.at(-1) as number), (xs.at(-1) as number) * 1e-3);
  const model: Model<number> = (x, [a = 0, logTau = 0, b = floor ?? 0]) => a * Math.exp(-x / Math.exp(logTau)) + b;
  const fit = fitted(model, xs, ys, [first - last, Math.log(tau), ...(floor === undefined ? [last] : [])]);
  return inNaturalUnits(fit, 1);
}

/** A time constant with a larger logarithm is meaningless, since any fits a flat line. */
const MAX_LOGARITHM = 30;

/** A parameter fitted as its logarithm, with its error carried over. */
function inNaturalUnits(fit: CurveFit, index: number): CurveFit {
  const values = fit.values.map((value, i) => (i === index ? Math.exp(Math.min(value, MAX_LOGARITHM)) : value));
  const errors = fit.errors.map((error, i) => (i === index ? error * (values[index] as number) : error));
  return { ...fit, values, errors };
}

/** `a cos(2 pi f x + phase) + b`: [a, f, phase, b] with a > 0. */
export function fitOscillation(xs: readonly number[], ys: readonly number[]): CurveFit {
  const model: Model<number> = (x, [a = 0, f = 0, phase = 0, b = 0]) => a * Math.cos(2 * Math.PI * f * x + phase) + b;
  const { amplitude, frequency, phase, offset } = strongestTone(xs, ys);
  return withPositiveAmplitude(fitted(model, xs, ys, [amplitude, frequency, phase, offset]));
}

/** `a exp(-x / tau) cos(2 pi f x + phase) + b`: [a, f, phase, b, tau] with a > 0. */
export function fitDampedOscillation(xs: readonly number[], ys: readonly number[]): CurveFit {
  const model: Model<number> = (x, [a = 0, f = 0, phase = 0, b = 0, logTau = 0]) =>
    a * Math.exp(-x / Math.exp(logTau)) * Math.cos(2 * Math.PI * f * x + phase) + b;
  const { amplitude, frequency, phase, offset } = strongestTone(xs, ys);
  const start = [amplitude, frequency, phase, offset, Math.log(xs.at(-1) as number)];
  return inNaturalUnits(withPositiveAmplitude(fitted(model, xs, ys, start)), 4);
}

function withPositiveAmplitude(fit: CurveFit): CurveFit {
  const [a = 0, f = 0, phase = 0, ...rest] = fit.values;
  const turned = a < 0 ? phase + Math.PI : phase;
  const wrapAngle = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
  return { ...fit, values: [Math.abs(a), f, wrapAngle, ...rest] };
}

/** The strongest of some hundred tones up to half of the sampling rate, as a start for a fit. */
function strongestTone(xs: readonly number[], ys: readonly number[]) {
  const offset = (Math.max(...ys) + Math.min(...ys)) / 2;
  const span = (xs.at(-1) as number) - (xs[0] as number);
  const count = xs.length;
  let best = { power: -1, frequency: 0, re: 0, im: 0 };
  for (let quarter = 2; quarter <= 2 * count; quarter++) {
    const frequency = quarter / (4 * span);
    let [re, im] = [0, 0];
    for (let i = 0; i < count; i++) {
      const angle = 2 * Math.PI * frequency * (xs[i] as number);
      re += ((ys[i] as number) - offset) * Math.cos(angle);
      im -= ((ys[i] as number) - offset) * Math.sin(angle);
    }
    const power = re * re + im * im;
    if (power > best.power) best = { power, frequency, re, im };
  }
  const amplitude = (2 * Math.sqrt(best.power)) / count;
  return { amplitude, frequency: best.frequency, phase: Math.atan2(best.im, best.re), offset };
}

/**
 * `height / (1 + (2 (x - centre) / width)^2) + base`: [height, centre, width, base], the height negative for a dip.
 * `widthGuess` is about the full width at half height.
 */
export function fitLorentzian(xs: readonly number[], ys: readonly number[], widthGuess: number): CurveFit {
  const base = median(ys);
  const peak = indexOfMax(ys.map((y) => Math.abs(y - base)));
  const model: Model<number> = (x, [height = 0, centre = 0, width = 1, bottom = 0]) =>
    height / (1 + ((2 * (x - centre)) / width) ** 2) + bottom;
  const fit = fitted(model, xs, ys, [(ys[peak] as number) - base, xs[peak] as number, widthGuess, base]);
  const [height = 0, centre = 0, width = 0, bottom = 0] = fit.values;
  return { ...fit, values: [height, centre, Math.abs(width), bottom] };
}
