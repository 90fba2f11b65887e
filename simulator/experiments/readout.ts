import { estimate, type Measurement, type QubitBench, reading } from '../bench.ts';
import { fitLorentzian } from '../math/fits.ts';
import { fitCurve } from '../math/least-squares.ts';
import { indexOfMax, mean, normalQuantile, spread } from '../math/numbers.ts';
import { axes, points, withFit } from './curve.ts';

/** Shots per state in the figure and the raw data. */
const KEPT_SHOTS = 120;
const separation = { label: 'Distance of the states', unit: 'a.u.', column: 'distance_au', decimals: 3 };

interface Cloud {
  i: number[];
  q: number[];
}

/**
 * Shots of one prepared state: two Gaussian clouds `distance` apart along the readout axis. A share `flipped` has
 * changed state before the readout.
 */
function cloud(bench: QubitBench, distance: number, isExcited: boolean, flipped: number): Cloud {
  const angle = (bench.qubit.angleDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const shots = { i: [] as number[], q: [] as number[] };
  for (let shot = 0; shot < bench.shots; shot++) {
    const isSeenExcited = bench.random.uniform() < flipped ? !isExcited : isExcited;
    const along = reading(bench, isSeenExcited ? distance / 2 : -distance / 2, 1);
    const across = bench.random.normal();
    shots.i.push(along * cos - across * sin);
    shots.q.push(along * sin + across * cos);
  }
  return shots;
}

/** ReadoutClassification: both clouds, a line halfway between their centres, and the share on the correct side. */
export function readoutClassification(bench: QubitBench): Measurement {
  const errors = [1 - bench.qubit.fidelity0, 1 - bench.qubit.fidelity1] as const;
  // Part of the smaller error is overlap of the clouds; the rest is state changes.
  const overlap = 0.4 * Math.min(...errors);
  const distance = 2 * normalQuantile(overlap);
  const flips = errors.map((error) => (error - overlap) / (1 - 2 * overlap));
  const clouds = flips.map((flipped, state) => cloud(bench, distance, state === 1, flipped));
  const [zero = { i: [], q: [] }, one = { i: [], q: [] }] = clouds;
  const centres = clouds.map(({ i, q }) => ({ i: mean(i), q: mean(q) }));
  const [c0 = { i: 0, q: 0 }, c1 = { i: 0, q: 0 }] = centres;
  const [di, dq] = [c1.i - c0.i, c1.q - c0.q];
  const threshold = ((c0.i + c1.i) * di + (c0.q + c1.q) * dq) / 2;
  const shareAbove = ({ i, q }: Cloud) =>
    i.filter((at, shot) => at * di + (q[shot] ?? 0) * dq > threshold).length / i.length;
  const [f0, f1] = [1 - shareAbove(zero), shareAbove(one)];
  const errorOf = (fidelity: number) => Math.sqrt(Math.max(fidelity * (1 - fidelity), 1 / bench.shots) / bench.shots);
  const average = (f0 + f1) / 2;
  const axis = (label: string, column: string) => ({ label, unit: 'a.u.', column, decimals: 2 });
  return {
    outputs: {
      average_readout_fidelity: { value: average, error: Math.hypot(errorOf(f0), errorOf(f1)) / 2 },
      readout_fidelity_0: { value: f0, error: errorOf(f0) },
      readout_fidelity_1: { value: f1, error: errorOf(f1) },
    },
    problem:
      average > 0.6 ? undefined : `states cannot be told apart: readout fidelity ${(100 * average).toFixed(1)} %`,
    figures: [
      {
        kind: 'curves',
        title: `Single shots, ${Math.min(KEPT_SHOTS, bench.shots)} of ${bench.shots} a state`,
        x: axis('I', 'i_au'),
        y: axis('Q', 'q_au'),
        series: [
          points('Prepared 0', zero.i.slice(0, KEPT_SHOTS), zero.q.slice(0, KEPT_SHOTS)),
          points('Prepared 1', one.i.slice(0, KEPT_SHOTS), one.q.slice(0, KEPT_SHOTS)),
          { name: 'Centres', kind: 'line', x: [c0.i, c1.i], y: [c0.q, c1.q] },
        ],
      },
    ],
    shotsTaken: 2 * bench.shots,
  };
}

/** CheckReadoutAmplitude: the smallest amplitude with a signal above the noise. */
export function checkReadoutAmplitude(bench: QubitBench): Measurement {
  const xs = bench.parameters.axis('amplitude_range', []);
  const targetRatio = bench.parameters.number('snr_threshold', 3);
  const slope = 60 * Math.sqrt(bench.qubit.fidelity0);
  const ys = xs.map((x) => reading(bench, slope * x, 0.25));
  const fit = fitCurve((x: number, [gain = 0]) => gain * x, xs, ys, [10]);
  const gain = estimate(fit, 0);
  const value = targetRatio / gain.value;
  const max = xs.at(-1) ?? 0;
  const isReached = value > 0 && value <= max;
  const ratio = { label: 'Signal to noise', unit: '', column: 'signal_to_noise', decimals: 3 };
  return {
    outputs: { readout_amplitude: { value, error: (value * gain.error) / gain.value } },
    r2: fit.r2,
    problem: isReached
      ? undefined
      : `signal-to-noise ratio of ${targetRatio} is not reached below an amplitude of ${max}`,
    figures: [withFit('Signal against readout amplitude', axes.amplitude, ratio, xs, ys, (x) => gain.value * x)],
    shotsTaken: xs.length * bench.shots,
  };
}

/** Readout fidelity against amplitude: the overlap shrinks, then the tone itself disturbs the qubit. [scale, limit] */
const fidelityAt = (amplitude: number, [scale = 1, limit = 1]: readonly number[]): number =>
  1 - 0.5 * Math.exp(-((amplitude / scale) ** 2)) - 0.5 * (amplitude / limit) ** 4;

/** CheckOptimalReadoutAmplitude: where the states are best distinguished. */
export function checkOptimalReadoutAmplitude(bench: QubitBench): Measurement {
  const xs = bench.parameters.axis('amplitude_range', []);
  // With this scale and limit, the curve peaks at the qubit's best amplitude.
  const truth = [bench.qubit.readoutAmplitude / 2.08, bench.qubit.readoutAmplitude * 2.45];
  const noise = 0.5 / Math.sqrt(bench.shots);
  const ys = xs.map((x) => reading(bench, fidelityAt(x, truth), noise));
  const top = xs[indexOfMax(ys)] ?? 0.1;
  const fit = fitCurve(fidelityAt, xs, ys, [top / 2, top * 2.5]);
  const fine = spread(xs[0] ?? 0, xs.at(-1) ?? 0, 481);
  const value = fine[indexOfMax(fine.map((x) => fidelityAt(x, fit.values)))] ?? Number.NaN;
  const fidelity = { label: 'Readout fidelity', unit: '', column: 'readout_fidelity', decimals: 4 };
  return {
    outputs: { readout_amplitude: { value, error: (value * (fit.errors[0] ?? 0)) / Math.abs(fit.values[0] ?? 1) } },
    r2: fit.r2,
    figures: [
      withFit('Readout fidelity against amplitude', axes.amplitude, fidelity, xs, ys, (x) => fidelityAt(x, fit.values)),
    ],
    shotsTaken: 2 * xs.length * bench.shots,
  };
}

/** CheckOptimalReadoutFrequency: where the readings of both states are farthest apart. */
export function checkOptimalReadoutFrequency(bench: QubitBench): Measurement {
  const { qubit } = bench;
  const centre = bench.setting('readout_frequency', 'GHz');
  const xs = spread(centre - 0.015, centre + 0.015, 41);
  const widthGhz = (qubit.kappaExternalMhz + qubit.kappaInternalMhz + 2 * qubit.dispersiveShiftMhz) / 1000;
  const ys = xs.map((x) => reading(bench, 1 / (1 + ((2 * (x - qubit.resonatorGhz)) / widthGhz) ** 2), 0.03));
  const fit = fitLorentzian(xs, ys, widthGhz);
  return {
    outputs: { readout_frequency: estimate(fit, 1) },
    r2: fit.r2,
    figures: [withFit('Distance of the states against frequency', axes.readoutGhz, separation, xs, ys, fit.at)],
    shotsTaken: 2 * xs.length * bench.shots,
  };
}

/** CheckWaveform: the readout signal over time, as the resonator fills and empties. */
export function checkWaveform(bench: QubitBench): Measurement {
  const { parameters, qubit } = bench;
  const [before, tone, after] = [
    parameters.number('readout_pre_margin', 32),
    parameters.number('readout_duration', 384),
    parameters.number('readout_post_margin', 128),
  ];
  const times = spread(0, before + tone + after, 137);
  const rate = (2 * Math.PI * (qubit.kappaExternalMhz + qubit.kappaInternalMhz)) / 2 / 1000;
  const filled = (ns: number) => (ns <= 0 ? 0 : 1 - Math.exp(-rate * ns));
  const ideal = times.map((t) => {
    const since = t - before;
    return since <= tone ? filled(since) : filled(tone) * Math.exp(-rate * (since - tone));
  });
  const angle = (qubit.angleDegrees * Math.PI) / 180;
  const [i, q] = [Math.cos(angle), Math.sin(angle)].map((part) =>
    ideal.map((size) => reading(bench, size * part, 0.04)),
  );
  const during = times.map((t, at) => ({ t, size: Math.hypot(i?.[at] ?? 0, q?.[at] ?? 0) }));
  const signal = mean(during.filter(({ t }) => t > before + tone / 2 && t < before + tone).map(({ size }) => size));
  const isSeen = signal > 0.3 && signal < 1.05;
  return {
    outputs: {},
    summary: `Signal of ${signal.toFixed(2)} of full scale`,
    problem: isSeen ? undefined : `readout signal is ${signal.toFixed(2)} of full scale`,
    figures: [
      {
        kind: 'curves',
        title: 'Readout signal over time',
        x: { ...axes.timeNs, label: 'Time', column: 'time_ns' },
        y: axes.signal,
        series: [points('I', times, i ?? []), points('Q', times, q ?? [])],
      },
    ],
    shotsTaken: bench.shots,
  };
}
