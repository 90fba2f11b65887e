import { type Bench, type Measurement, reading } from '../bench.ts';
import { deviation, spread } from '../math/numbers.ts';
import { points } from './curve.ts';

/** Noise of a readout line in millivolts, and the accepted limit. */
const NOISE_MV = 0.8;
const MAX_NOISE_MV = 1.5;

/** CheckNoise: the readout line without a drive. */
export function checkNoise(bench: Bench): Measurement {
  const times = spread(0, 1270, 128);
  const volts = times.map(() => NOISE_MV * reading({ ...bench, fault: undefined }, 0, 1) * (bench.fault ? 3 : 1));
  const noise = deviation(volts);
  return {
    outputs: {},
    summary: `Noise of ${noise.toFixed(2)} mV`,
    problem: noise <= MAX_NOISE_MV ? undefined : `noise of ${noise.toFixed(2)} mV exceeds ${MAX_NOISE_MV} mV`,
    figures: [
      {
        kind: 'curves',
        title: 'Readout line at rest',
        x: { label: 'Time', unit: 'ns', column: 'time_ns', decimals: 0 },
        y: { label: 'Voltage', unit: 'mV', column: 'voltage_mv', decimals: 3 },
        series: [points('Measured', times, volts)],
      },
    ],
    shotsTaken: 1,
  };
}

/** A set-up step with a yes or no result. */
export const answer =
  (good: string, bad: string) =>
  (bench: Bench): Measurement => ({
    outputs: {},
    summary: good,
    problem: bench.fault === undefined ? undefined : bad,
    figures: [],
    shotsTaken: 0,
  });
