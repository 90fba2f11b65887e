import { estimate, type Finding } from '../bench.ts';
import { axes, fittedLine, points } from '../experiments/curve.ts';
import type { CurveFigure, Series } from '../figures/figure.ts';
import { type CurveFit, fitLorentzian } from '../math/fits.ts';
import { indexOfMax } from '../math/numbers.ts';
import type { Parameters } from '../parameters.ts';
import { SPECTROSCOPY_AMPLITUDE, TARGET_RABI_MHZ } from '../truth/pulses.ts';

/** Response of a qubit to a drive, in frequency order. */
export interface QubitSpectrum {
  drivesGhz: readonly number[];
  responsesDb: readonly number[];
}

/** Axis of the response in figures and raw data. */
export const responseDb = { label: 'Response', unit: 'dB', column: 'response_db', decimals: 2 };
/** Points in the figure of a wide scan. */
const DRAWN_POINTS = 220;

/** Returns the highest line of a spectrum, or why there is none. */
export function firstLine({ drivesGhz, responsesDb }: QubitSpectrum, parameters: Parameters) {
  const [low = 0, high = 0] = [drivesGhz[0], drivesGhz.at(-1)];
  const fit = lineBetween({ drivesGhz, responsesDb }, low, high);
  const minDb = parameters.number('f01_height_min', 14.9);
  const isFound = fit !== undefined && (fit.values[0] ?? 0) >= minDb;
  const problem = isFound ? undefined : `found no line above ${minDb} dB between ${low} and ${high.toFixed(2)} GHz`;
  return { fit: isFound ? fit : undefined, problem };
}

/** Finds both transitions of a qubit in its spectrum, and an initial pulse amplitude. */
export function analyseQubitSpectrum(spectrum: QubitSpectrum, parameters: Parameters): Finding {
  const { fit, problem } = firstLine(spectrum, parameters);
  const first = estimate(fit ?? { values: [], errors: [] }, 1);
  const [near, far] = [parameters.number('f12_distance_min', 0.125), parameters.number('f12_distance_max', 0.5)];
  const second = fit && lineBetween(spectrum, first.value - far, first.value - near);
  const isSecondFound = second !== undefined && (second.values[0] ?? 0) >= parameters.number('f12_height_min', 14.9);
  if (!(fit && isSecondFound)) {
    const reason = fit
      ? `found no second transition ${near} to ${far} GHz below ${first.value.toFixed(3)} GHz`
      : problem;
    return { outputs: {}, problem: reason, figures: [spectrumFigure('Qubit spectroscopy', spectrum)] };
  }
  const f12 = estimate(second, 1);
  const height = estimate(fit, 0);
  const around = [first.value - 0.05, first.value + 0.05];
  return {
    outputs: {
      coarse_qubit_frequency: first,
      anharmonicity: { value: f12.value - first.value, error: Math.hypot(f12.error, first.error) },
      f01_repr_db: height,
      f01_quality_level: { value: height.value > 24 ? 3 : height.value > 19 ? 2 : 1, error: 0 },
      coarse_control_amplitude: amplitudeFrom(fit, parameters.number('max_coarse_control_amplitude', 1)),
    },
    r2: fit.r2,
    figures: [spectrumFigure('Qubit spectroscopy', spectrum, fittedLine('Fit', axes.driveGhz, around, fit.at))],
  };
}

/** Draws a wide scan by the maximum of each group of points, so that no line is lost between drawn points. */
export function spectrumFigure(title: string, spectrum: QubitSpectrum, fit?: Series): CurveFigure {
  const { drivesGhz: xs, responsesDb: ys } = spectrum;
  const step = Math.ceil(xs.length / DRAWN_POINTS);
  const indices = Array.from({ length: Math.ceil(xs.length / step) }, (_, i) => {
    const bin = ys.slice(i * step, (i + 1) * step);
    return i * step + indexOfMax(bin);
  });
  const drawn = points(
    'Measured',
    indices.map((i) => xs[i] ?? 0),
    indices.map((i) => ys[i] ?? 0),
  );
  return {
    kind: 'curves',
    title,
    x: axes.driveGhz,
    y: responseDb,
    series: [drawn, ...(fit ? [fit] : [])],
    raw: points('Measured', xs, ys),
  };
}

/** Computes the control amplitude for the target Rabi frequency from the width that this drive gave the line. */
export function amplitudeFrom(fit: CurveFit, max: number) {
  const width = estimate(fit, 2, 1000);
  const value = Math.min(max, (2 * TARGET_RABI_MHZ * SPECTROSCOPY_AMPLITUDE) / width.value);
  return { value, error: (value * width.error) / width.value };
}

/** Fits the line around the highest point between two frequencies; undefined with fewer than five points. */
function lineBetween(spectrum: QubitSpectrum, low: number, high: number): CurveFit | undefined {
  const range = within(spectrum, low, high);
  const top = range.drivesGhz[indexOfMax(range.responsesDb)] ?? Number.NaN;
  const near = within(range, top - 0.06, top + 0.06);
  return near.drivesGhz.length < 5 ? undefined : fitLorentzian(near.drivesGhz, near.responsesDb, 0.015);
}

function within({ drivesGhz, responsesDb }: QubitSpectrum, low: number, high: number): QubitSpectrum {
  const remaining = drivesGhz.map((x, i) => ({ x, y: responsesDb[i] ?? 0 })).filter(({ x }) => x >= low && x <= high);
  return { drivesGhz: remaining.map(({ x }) => x), responsesDb: remaining.map(({ y }) => y) };
}
