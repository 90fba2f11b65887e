import { axes } from '../experiments/curve.ts';
import type { Axis } from '../figures/figure.ts';
import { type QubitSpectrum, responseDb } from './qubit-spectrum.ts';
import { inPhase, powerDb, type ResonatorMap } from './resonator-map.ts';

/** Raw data that cannot be parsed; the message says why. */
export class RawDataError extends Error {}

/** Most readings that are fitted again, about ten times the largest simulated scan. */
const MAX_READINGS = 50_000;
/** Fewest points of a line, as for a scan. */
const MIN_POINTS = 5;

/** Parses a spectrum from a file. @throws RawDataError. */
export function readQubitSpectrum(csv: string): QubitSpectrum {
  const rows = readRows(csv, [axes.driveGhz, responseDb]);
  if (rows.length < MIN_POINTS) throw new RawDataError(`it has fewer than ${MIN_POINTS} readings`);
  const inOrder = rows.toSorted(([a = 0], [b = 0]) => a - b);
  return { drivesGhz: inOrder.map(([x = 0]) => x), responsesDb: inOrder.map(([, y = 0]) => y) };
}

/** Parses a map from a file; it must be complete for each power. @throws RawDataError. */
export function readResonatorMap(csv: string): ResonatorMap {
  const rows = readRows(csv, [axes.readoutGhz, powerDb, inPhase]);
  const byPower = Map.groupBy(rows, ([, power = 0]) => power);
  const powersDb = [...byPower.keys()].sort((a, b) => a - b);
  const signalOf = new Map(rows.map(([x, power, signal = 0]) => [`${power} ${x}`, signal]));
  const readoutsGhz = [...new Set(rows.map(([x = 0]) => x))].sort((a, b) => a - b);
  if (readoutsGhz.length < MIN_POINTS) throw new RawDataError(`it has fewer than ${MIN_POINTS} readout frequencies`);
  const signals = powersDb.map((power) =>
    readoutsGhz.map((x) => {
      const signal = signalOf.get(`${power} ${x}`);
      if (signal === undefined) throw new RawDataError(`it lacks the reading at ${x} GHz and ${power} dB`);
      return signal;
    }),
  );
  return { readoutsGhz, powersDb, signals };
}

/** Parses the readings of a file with exactly these columns. */
function readRows(csv: string, columns: readonly Axis[]): number[][] {
  const [header = '', ...lines] = csv.trimEnd().split(/\r?\n/);
  const expected = columns.map(({ column }) => column).join(',');
  if (header !== expected) throw new RawDataError(`its columns are not '${expected}'`);
  if (lines.length > MAX_READINGS) throw new RawDataError(`it has more than ${MAX_READINGS} readings`);
  return lines.map((line, i) => {
    const cells = line.split(',');
    const numbers = cells.map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell)));
    if (numbers.length === columns.length && numbers.every(Number.isFinite)) return numbers;
    throw new RawDataError(`its line ${i + 2} is not ${columns.length} numbers`);
  });
}
