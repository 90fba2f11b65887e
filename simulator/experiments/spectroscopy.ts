import {
  amplitudeFrom,
  analyseQubitSpectrum,
  firstLine,
  responseDb,
  spectrumFigure,
} from '../analyses/qubit-spectrum.ts';
import { estimate, type Measurement, type QubitBench, reading } from '../bench.ts';
import type { Axis } from '../figures/figure.ts';
import { fitLorentzian } from '../math/fits.ts';
import { decimals, mean, spread } from '../math/numbers.ts';
import { SPECTROSCOPY_AMPLITUDE } from '../truth/pulses.ts';
import { axes, withFit } from './curve.ts';

/**
 * Rounds numbers as raw data files store them. Fits use the rounded values, so that a later fit gives the same result.
 */
export const kept = (values: readonly number[], axis: Axis): number[] =>
  values.map((value) => decimals(value, axis.decimals));

const HEIGHT_F01_DB = 26;
const HEIGHT_F12_DB = 18;
const NOISE_DB = 0.7;

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

/** Scan of the qubit's band: the low band for a low-frequency chip. */
function band(bench: QubitBench): number[] {
  const usual = bench.parameters.axis('frequency_range', spread(6.5, 9.75, 651));
  const low = bench.parameters.axis('frequency_range_low_band', spread(3, 5.75, 551));
  return bench.qubit.frequencyGhz < 6 ? low : usual;
}

/** Returns a rounded scan and its highest line. */
function scanBand(bench: QubitBench) {
  const drivesGhz = kept(band(bench), axes.driveGhz);
  const spectrum = { drivesGhz, responsesDb: kept(scan(bench, drivesGhz, linesOf(bench)), responseDb) };
  return { spectrum, shotsTaken: drivesGhz.length * bench.shots };
}

/** CheckQubitFrequencies: the first transition alone. */
export function checkQubitFrequencies(bench: QubitBench): Measurement {
  const { spectrum, shotsTaken } = scanBand(bench);
  const { fit, problem } = firstLine(spectrum, bench.parameters);
  return {
    outputs: fit === undefined ? {} : { coarse_qubit_frequency: estimate(fit, 1) },
    ...(fit === undefined ? {} : { r2: fit.r2 }),
    problem,
    figures: [spectrumFigure('Qubit spectroscopy', spectrum)],
    shotsTaken,
  };
}

/** CheckQubitSpectroscopy: both transitions, and an initial pulse amplitude. */
export function checkQubitSpectroscopy(bench: QubitBench): Measurement {
  const { spectrum, shotsTaken } = scanBand(bench);
  return { ...analyseQubitSpectrum(spectrum, bench.parameters), shotsTaken };
}

/** CheckSimultaneousQubitSpectroscopy: the figure alone. */
export function checkSimultaneousQubitSpectroscopy(bench: QubitBench): Measurement {
  const { spectrum, shotsTaken } = scanBand(bench);
  const { fit, problem } = firstLine(spectrum, bench.parameters);
  return {
    outputs: {},
    problem,
    summary: `Line at ${(fit?.values[1] ?? 0).toFixed(4)} GHz`,
    figures: [spectrumFigure('Qubit spectroscopy, all qubits of the line at once', spectrum)],
    shotsTaken,
  };
}

/** CheckControlAmplitude: a finer scan of the line, and the amplitude from its width. */
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
    figures: [withFit('Width of the qubit line', axes.driveGhz, responseDb, drives, ys, fit.at)],
    shotsTaken: drives.length * bench.shots,
  };
}
