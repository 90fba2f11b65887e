import { estimate, type Measurement, type QubitBench, reading } from '../bench.ts';
import { type CurveFit, fitLorentzian } from '../math/fits.ts';
import { indexOfMax, mean, spread } from '../math/numbers.ts';
import { TARGET_RABI_MHZ } from '../truth/pulses.ts';
import { axes, fittedLine, points } from './curve.ts';

/** Drive of the spectroscopy, in units of the amplitude: its line is as wide as two Rabi frequencies of it. */
const SPECTROSCOPY_AMPLITUDE = 0.15;
const HEIGHT_F01_DB = 26;
const HEIGHT_F12_DB = 18;
const NOISE_DB = 0.7;
/** Points that a figure of a wide scan keeps. */
const DRAWN_POINTS = 220;
const response = { label: 'Response', unit: 'dB', column: 'response_db', decimals: 2 };

interface Line {
  centreGhz: number;
  heightDb: number;
  widthGhz: number;
}

/** Response of a qubit over drive frequencies. */
function scan(bench: QubitBench, drivesGhz: readonly number[], lines: readonly Line[]): number[] {
  return drivesGhz.map((drive) => {
    const ideal = lines.reduce(
      (sum, { centreGhz, heightDb, widthGhz }) => sum + heightDb / (1 + ((2 * (drive - centreGhz)) / widthGhz) ** 2),
      0,
    );
    return reading(bench, ideal / HEIGHT_F01_DB, NOISE_DB / HEIGHT_F01_DB) * HEIGHT_F01_DB;
  });
}

function linesOf({ qubit }: QubitBench): [Line, Line] {
  const widthGhz = (2 * qubit.driveMhz * SPECTROSCOPY_AMPLITUDE) / 1000;
  return [
    { centreGhz: qubit.frequencyGhz, heightDb: HEIGHT_F01_DB, widthGhz },
    { centreGhz: qubit.frequencyGhz + qubit.anharmonicityGhz, heightDb: HEIGHT_F12_DB, widthGhz: 0.8 * widthGhz },
  ];
}

/** The scan of the band that the qubit is in: the low band for a low-frequency chip. */
function band(bench: QubitBench): number[] {
  const usual = bench.parameters.axis('frequency_range', spread(6.5, 9.75, 651));
  const low = bench.parameters.axis('frequency_range_low_band', spread(3, 5.75, 551));
  return bench.qubit.frequencyGhz < 6 ? low : usual;
}

const within = (xs: readonly number[], ys: readonly number[], low: number, high: number) => {
  const remaining = xs.map((x, i) => ({ x, y: ys[i] ?? 0 })).filter(({ x }) => x >= low && x <= high);
  return { xs: remaining.map(({ x }) => x), ys: remaining.map(({ y }) => y) };
};

/** The line around the highest point between two frequencies; undefined where fewer than five points lie there. */
function lineBetween(xs: readonly number[], ys: readonly number[], low: number, high: number): CurveFit | undefined {
  const range = within(xs, ys, low, high);
  const top = range.xs[indexOfMax(range.ys)] ?? Number.NaN;
  const near = within(range.xs, range.ys, top - 0.06, top + 0.06);
  return near.xs.length < 5 ? undefined : fitLorentzian(near.xs, near.ys, 0.015);
}

/** Of a wide scan, the highest of every few points: a line must not fall between those that are drawn. */
function thinned(xs: readonly number[], ys: readonly number[]) {
  const step = Math.ceil(xs.length / DRAWN_POINTS);
  const indices = Array.from({ length: Math.ceil(xs.length / step) }, (_, i) => {
    const bin = ys.slice(i * step, (i + 1) * step);
    return i * step + indexOfMax(bin);
  });
  return points(
    'Measured',
    indices.map((i) => xs[i] ?? 0),
    indices.map((i) => ys[i] ?? 0),
  );
}

function scanBand(bench: QubitBench) {
  const drives = band(bench);
  const ys = scan(bench, drives, linesOf(bench));
  const [low = 0, high = 0] = [drives[0], drives.at(-1)];
  const fit = lineBetween(drives, ys, low, high);
  const minDb = bench.parameters.number('f01_height_min', 14.9);
  const isFound = fit !== undefined && (fit.values[0] ?? 0) >= minDb;
  const problem = isFound ? undefined : `found no line above ${minDb} dB between ${low} and ${high.toFixed(2)} GHz`;
  return { drives, ys, fit: isFound ? fit : undefined, problem };
}

const spectrum = (title: string, series: ReturnType<typeof points>[]) =>
  ({ kind: 'curves', title, x: axes.driveGhz, y: response, series }) as const;

/** The control amplitude for the wanted Rabi frequency, from the width that this drive gave the line. */
function amplitudeFrom(fit: CurveFit, max: number) {
  const width = estimate(fit, 2, 1000);
  const value = Math.min(max, (2 * TARGET_RABI_MHZ * SPECTROSCOPY_AMPLITUDE) / width.value);
  return { value, error: (value * width.error) / width.value };
}

/** CheckQubitFrequencies: the first transition alone. */
export function checkQubitFrequencies(bench: QubitBench): Measurement {
  const { drives, ys, fit, problem } = scanBand(bench);
  return {
    outputs: fit === undefined ? {} : { coarse_qubit_frequency: estimate(fit, 1) },
    ...(fit === undefined ? {} : { r2: fit.r2 }),
    problem,
    figures: [spectrum('Qubit spectroscopy', [thinned(drives, ys)])],
    shotsTaken: drives.length * bench.shots,
  };
}

/** CheckQubitSpectroscopy: both transitions, and an amplitude to start the pulses from. */
export function checkQubitSpectroscopy(bench: QubitBench): Measurement {
  const { parameters } = bench;
  const { drives, ys, fit, problem } = scanBand(bench);
  const shotsTaken = drives.length * bench.shots;
  const first = estimate(fit ?? { values: [], errors: [] }, 1);
  const [near, far] = [parameters.number('f12_distance_min', 0.125), parameters.number('f12_distance_max', 0.5)];
  const second = fit && lineBetween(drives, ys, first.value - far, first.value - near);
  const isSecondFound = second !== undefined && (second.values[0] ?? 0) >= parameters.number('f12_height_min', 14.9);
  const drawn = [thinned(drives, ys)];
  if (!(fit && isSecondFound)) {
    const reason = fit
      ? `found no second transition ${near} to ${far} GHz below ${first.value.toFixed(3)} GHz`
      : problem;
    return { outputs: {}, problem: reason, figures: [spectrum('Qubit spectroscopy', drawn)], shotsTaken };
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
    figures: [spectrum('Qubit spectroscopy', [...drawn, fittedLine('Fit', axes.driveGhz, around, fit.at)])],
    shotsTaken,
  };
}

/** CheckSimultaneousQubitSpectroscopy: the figure alone. */
export function checkSimultaneousQubitSpectroscopy(bench: QubitBench): Measurement {
  const { fit, problem, drives, ys } = scanBand(bench);
  return {
    outputs: {},
    problem,
    summary: `Line at ${(fit?.values[1] ?? 0).toFixed(4)} GHz`,
    figures: [spectrum('Qubit spectroscopy, all qubits of the line at once', [thinned(drives, ys)])],
    shotsTaken: drives.length * bench.shots,
  };
}

/** CheckControlAmplitude: the line again, finer, and the amplitude from its width. */
export function checkControlAmplitude(bench: QubitBench): Measurement {
  const { parameters } = bench;
  const centre = bench.setting('coarse_qubit_frequency', 'GHz');
  const half = parameters.number('frequency_span', 0.15) / 2;
  const count = Math.round((2 * half) / parameters.number('frequency_step', 0.0025)) + 1;
  const drives = spread(centre - half, centre + half, Math.min(401, Math.max(11, count)));
  const ys = scan(bench, drives, linesOf(bench));
  const fit = fitLorentzian(drives, ys, 0.015);
  const isFound = (fit.values[0] ?? 0) > 5 * NOISE_DB && mean(ys) < (fit.values[0] ?? 0);
  return {
    outputs: { coarse_control_amplitude: amplitudeFrom(fit, 1), coarse_qubit_frequency: estimate(fit, 1) },
    r2: fit.r2,
    problem: isFound ? undefined : `found no line around ${centre.toFixed(3)} GHz`,
    figures: [
      spectrum('Width of the qubit line', [
        points('Measured', drives, ys),
        fittedLine('Fit', axes.driveGhz, drives, fit.at),
      ]),
    ],
    shotsTaken: drives.length * bench.shots,
  };
}
