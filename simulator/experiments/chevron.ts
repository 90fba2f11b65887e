import { type Estimate, estimate, type Measurement, population, type QubitBench } from '../bench.ts';
import type { MapFigure } from '../figures/figure.ts';
import { fitLorentzian } from '../math/fits.ts';
import { type Fit, fitCurve, type Model } from '../math/least-squares.ts';
import { indexOfMax, mean, spread } from '../math/numbers.ts';
import { TARGET_RABI_MHZ } from '../truth/pulses.ts';
import { axes, withFit } from './curve.ts';

interface Spot {
  driveGhz: number;
  timeNs: number;
}

/** Population of 1 after a drive: [frequency in GHz, Rabi frequency in MHz, contrast, offset]. */
const chevron: Model<Spot> = ({ driveGhz, timeNs }, [frequency = 0, rabi = 0, contrast = 0, offset = 0]) => {
  const detuning = (driveGhz - frequency) * 1000;
  const square = rabi * rabi + detuning * detuning;
  const turned = Math.sin((Math.PI * Math.sqrt(square) * timeNs) / 1000) ** 2;
  return offset + (contrast * rabi * rabi * turned) / (square || 1);
};

interface Chevron {
  fit: Fit;
  controlAmplitude: number;
  measurement: Measurement;
}

/** Fits Rabi oscillations against detuning as a whole. `skip` omits times from the figure. */
function scanChevron(
  bench: QubitBench,
  drivesGhz: number[],
  timesNs: number[],
  controlAmplitude: number,
  skip = 1,
): Chevron {
  const { qubit } = bench;
  const truth = [qubit.frequencyGhz, qubit.driveMhz * controlAmplitude, 1, 0];
  const spots = timesNs.flatMap((timeNs) => drivesGhz.map((driveGhz) => ({ driveGhz, timeNs })));
  const ys = spots.map((spot) => population(bench, qubit, chevron(spot, truth)));
  const width = drivesGhz.length;
  // The column with the largest oscillation is close to the qubit.
  const columns = drivesGhz.map((_, column) => ys.filter((__, i) => i % width === column));
  const swings = columns.map((column) => {
    const middle = mean(column);
    return mean(column.map((y) => (y - middle) ** 2));
  });
  const start = [drivesGhz[indexOfMax(swings)] ?? 0, TARGET_RABI_MHZ, 0.9, 0.05];
  const fit = fitCurve(chevron, spots, ys, start);
  const rows = timesNs.map((_, row) => ys.slice(row * width, (row + 1) * width)).filter((_, row) => row % skip === 0);
  const figure: MapFigure = {
    kind: 'map',
    title: 'Chevron',
    x: axes.driveGhz,
    y: axes.timeNs,
    z: { ...axes.population, decimals: 3 },
    xs: drivesGhz,
    ys: timesNs.filter((_, row) => row % skip === 0),
    values: rows,
  };
  const isSilent = !(fit.r2 > 0.3);
  return {
    fit,
    controlAmplitude,
    measurement: {
      outputs: {},
      r2: fit.r2,
      problem: isSilent ? `no signal in the chevron (R² ${fit.r2.toFixed(2)})` : undefined,
      figures: [figure],
      shotsTaken: spots.length * bench.shots,
    },
  };
}

/** Scans 13 frequencies within the given MHz of a centre, and 17 durations. */
function scanAround(bench: QubitBench, centreGhz: number, halfWidthMhz: number, controlAmplitude: number): Chevron {
  const half = halfWidthMhz / 1000;
  return scanChevron(bench, spread(centreGhz - half, centreGhz + half, 13), spread(8, 152, 17), controlAmplitude);
}

/** Returns the frequency, and the amplitude for the target Rabi frequency. */
function found({ fit, controlAmplitude, measurement }: Chevron, extra: Record<string, Estimate> = {}): Measurement {
  const rabi = Math.abs(fit.values[1] ?? Number.NaN);
  const targetAmplitude = (controlAmplitude * TARGET_RABI_MHZ) / rabi;
  const amplitude = { value: targetAmplitude, error: (targetAmplitude * (fit.errors[1] ?? 0)) / rabi };
  return { ...measurement, outputs: { qubit_frequency: estimate(fit, 0), control_amplitude: amplitude, ...extra } };
}

/** CheckChevron, starting from the result of spectroscopy. */
export const checkChevron = (bench: QubitBench): Measurement =>
  found(
    scanAround(
      bench,
      bench.setting('coarse_qubit_frequency', 'GHz'),
      20,
      bench.setting('coarse_control_amplitude', 'a.u.'),
    ),
  );

/** CheckCoarseChevron: a wide band. */
export const checkCoarseChevron = (bench: QubitBench): Measurement =>
  found(
    scanAround(bench, bench.setting('coarse_qubit_frequency', 'GHz'), 40, bench.setting('control_amplitude', 'a.u.')),
    readoutSetting(bench),
  );

/** CheckFineChevron: a narrow band. */
export const checkFineChevron = (bench: QubitBench): Measurement =>
  found(
    scanAround(bench, bench.setting('qubit_frequency', 'GHz'), 15, bench.setting('control_amplitude', 'a.u.')),
    readoutSetting(bench),
  );

/** ChevronPattern: the figure alone. */
export function chevronPattern(bench: QubitBench): Measurement {
  const { fit, measurement } = scanAround(
    bench,
    bench.setting('qubit_frequency', 'GHz'),
    20,
    bench.setting('control_amplitude', 'a.u.'),
  );
  return { ...measurement, summary: `Centre of the chevron at ${(fit.values[0] ?? 0).toFixed(5)} GHz` };
}

/** Passes on the readout amplitude of the chevron unchanged. */
const readoutSetting = (bench: QubitBench): Record<string, Estimate> => ({
  readout_amplitude: { value: bench.parameters.number('readout_amplitude', 0.2), error: 0 },
});

/** CheckQubitFrequency: a chevron over small detunings and short times. */
export function checkQubitFrequency(bench: QubitBench): Measurement {
  const centre = bench.setting('qubit_frequency', 'GHz');
  const drives = bench.parameters.axis('detuning_range', []).map((detuning) => centre + detuning);
  const times = bench.parameters.axis('time_range', []);
  const { fit, measurement } = scanChevron(bench, drives, times, bench.setting('control_amplitude', 'a.u.'), 2);
  return { ...measurement, outputs: { qubit_frequency: estimate(fit, 0) } };
}

/** CheckReadoutFrequency: the size of the Rabi oscillation against the readout frequency. */
export function checkReadoutFrequency(bench: QubitBench): Measurement {
  const { qubit } = bench;
  const bestGhz = qubit.resonatorGhz;
  const centre = bench.setting('readout_frequency', 'GHz');
  const readouts = bench.parameters.axis('detuning_range', []).map((detuning) => centre + detuning);
  const times = bench.parameters.axis('time_range', []);
  const rabiGhz = (qubit.driveMhz * bench.setting('control_amplitude', 'a.u.')) / 1000;
  const widthGhz = (qubit.kappaExternalMhz + qubit.kappaInternalMhz + 2 * qubit.dispersiveShiftMhz) / 1000;
  const turns = times.map((time) => Math.cos(2 * Math.PI * rabiGhz * time));
  const weight = turns.reduce((sum, turn) => sum + turn * turn, 0);
  const sizes = readouts.map((readout) => {
    const share = 1 / (1 + ((2 * (readout - bestGhz)) / widthGhz) ** 2);
    const ys = turns.map((turn) => population(bench, qubit, 0.5 + 0.5 * share * turn) - 0.5);
    return ys.reduce((sum, y, i) => sum + y * (turns[i] ?? 0), 0) / weight;
  });
  const fit = fitLorentzian(readouts, sizes, widthGhz);
  const size = { label: 'Rabi amplitude', unit: 'a.u.', column: 'rabi_amplitude_au', decimals: 4 };
  return {
    outputs: { readout_frequency: estimate(fit, 1) },
    r2: fit.r2,
    figures: [withFit('Rabi amplitude and readout frequency', axes.readoutGhz, size, readouts, sizes, fit.at)],
    shotsTaken: readouts.length * times.length * bench.shots,
  };
}
