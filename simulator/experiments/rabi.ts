import { type Estimate, estimate, type Measurement, population, type QubitBench } from '../bench.ts';
import { type CurveFit, fitOscillation } from '../math/fits.ts';
import { TARGET_RABI_MHZ } from '../truth/pulses.ts';
import { axes, withFit } from './curve.ts';

interface RabiScan {
  fit: CurveFit;
  controlAmplitude: number;
  measurement: Measurement;
}

/** Population of 0 against the duration of the drive. */
function scanRabi(bench: QubitBench): RabiScan {
  const timesNs = bench.parameters.axis('time_range', []);
  const controlAmplitude = bench.setting('control_amplitude', 'a.u.');
  const rabiGhz = (bench.qubit.driveMhz * controlAmplitude) / 1000;
  const ys = timesNs.map((time) => population(bench, bench.qubit, 0.5 + 0.5 * Math.cos(2 * Math.PI * rabiGhz * time)));
  const fit = fitOscillation(timesNs, ys);
  return {
    fit,
    controlAmplitude,
    measurement: {
      outputs: {},
      r2: fit.r2,
      figures: [withFit('Rabi oscillation', axes.timeNs, axes.ground, timesNs, ys, fit.at)],
      shotsTaken: timesNs.length * bench.shots,
    },
  };
}

const swing = (fit: CurveFit): Record<string, Estimate> => ({
  rabi_amplitude: estimate(fit, 0),
  rabi_frequency: estimate(fit, 1, 1000),
});

/** CheckQubit: amplitude and frequency alone. */
export function checkQubit(bench: QubitBench): Measurement {
  const { fit, measurement } = scanRabi(bench);
  return { ...measurement, outputs: swing(fit) };
}

/** FakeRabi: the figure alone. */
export function fakeRabi(bench: QubitBench): Measurement {
  const { fit, measurement } = scanRabi(bench);
  return { ...measurement, summary: `Rabi frequency ${((fit.values[1] ?? 0) * 1000).toFixed(2)} MHz` };
}

/** CheckRabi: the oscillation, the readout axis, and the amplitude for the target frequency. */
export function checkRabi(bench: QubitBench): Measurement {
  const { fit, controlAmplitude, measurement } = scanRabi(bench);
  const frequency = estimate(fit, 1, 1000);
  const amplitude = estimate(fit, 0);
  const targetAmplitude = (controlAmplitude * TARGET_RABI_MHZ) / frequency.value;
  // The two states lie on a circle around the idle signal, in the direction set by the readout line.
  const angleError = (amplitude.error / amplitude.value) * (180 / Math.PI);
  const angle = bench.qubit.angleDegrees + angleError * bench.random.normal();
  return {
    ...measurement,
    outputs: {
      ...swing(fit),
      rabi_phase: estimate(fit, 2),
      rabi_offset: estimate(fit, 3),
      rabi_angle: { value: angle, error: angleError },
      rabi_noise: { value: fit.noise, error: fit.noise / Math.sqrt(2 * 50) },
      rabi_distance: { value: 2 * amplitude.value, error: 2 * amplitude.error },
      rabi_reference_phase: { value: (angle * Math.PI) / 180, error: (angleError * Math.PI) / 180 },
      control_amplitude: { value: targetAmplitude, error: (targetAmplitude * frequency.error) / frequency.value },
      maximum_rabi_frequency: {
        value: frequency.value / controlAmplitude,
        error: frequency.error / controlAmplitude,
      },
    },
  };
}
