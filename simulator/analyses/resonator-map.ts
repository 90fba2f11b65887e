import { estimate, type Finding } from '../bench.ts';
import { axes } from '../experiments/curve.ts';
import { fitLorentzian } from '../math/fits.ts';
import { indexOfMax } from '../math/numbers.ts';
import type { Parameters } from '../parameters.ts';

/** Reflection of a resonator over readout frequencies, one row per power. */
export interface ResonatorMap {
  readoutsGhz: readonly number[];
  powersDb: readonly number[];
  /** In-phase signal by power, then frequency. */
  signals: readonly (readonly number[])[];
}

/** Axes of the map in figures and raw data. */
export const inPhase = { label: 'In-phase signal', unit: 'a.u.', column: 'in_phase_au', decimals: 3 };
export const powerDb = { label: 'Power', unit: 'dB', column: 'power_db', decimals: 2 };

/**
 * Finds the frequency and power for readout: the dip at low power, and the highest power at which the dip is still
 * there.
 * @param searchedGhz range in which the line was searched; the map surrounds the best candidate.
 */
export function analyseResonatorMap(
  { readoutsGhz, powersDb, signals }: ResonatorMap,
  parameters: Parameters,
  searchedGhz = readoutsGhz,
): Finding {
  const lowPower = parameters.number('low_power', -30);
  const low = signals.filter((_, i) => (powersDb[i] ?? 0) <= lowPower);
  const line = readoutsGhz.map((_, i) => low.reduce((sum, row) => sum + (row[i] ?? 0), 0) / Math.max(1, low.length));
  const fit = fitLorentzian(readoutsGhz, line, 0.006);
  const dressedGhz = fit.values[1] ?? Number.NaN;
  const dips = signals.map((row) => readoutsGhz[indexOfMax(row.map((y) => -y))] ?? 0);
  const usable = powersDb.filter((_, i) => Math.abs((dips[i] ?? 0) - dressedGhz) < 0.0025);
  const power = Math.max(...usable, powersDb[0] ?? -60) - 5;
  const isFound = (fit.values[0] ?? 0) < -0.3 && fit.r2 > 0.6;
  return {
    outputs: {
      readout_frequency: estimate(fit, 1),
      optimal_power: { value: power, error: 2.5 },
      readout_amplitude: { value: 10 ** (power / 20), error: 10 ** (power / 20) * 0.15 },
    },
    r2: fit.r2,
    problem: isFound ? undefined : problemOf(low.length, lowPower, searchedGhz),
    figures: [
      {
        kind: 'map',
        title: 'Resonator line against power',
        x: axes.readoutGhz,
        y: powerDb,
        z: inPhase,
        xs: readoutsGhz,
        ys: powersDb,
        values: signals,
      },
    ],
  };
}

const problemOf = (rows: number, lowPower: number, searchedGhz: readonly number[]): string =>
  rows === 0 ? `was not scanned at ${lowPower} dB or below` : noLine(searchedGhz);

/** Explains why a scan cannot be used. */
export const noLine = (xs: readonly number[]): string =>
  `found no resonator line between ${xs[0]?.toFixed(2)} and ${xs.at(-1)?.toFixed(2)} GHz`;
