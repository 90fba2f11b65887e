import {
  type Bench,
  contrastOf,
  type Estimate,
  type Measurement,
  MIN_R2,
  type PairBench,
  type QubitBench,
} from '../bench.ts';
import type { Axis, CurveFigure } from '../figures/figure.ts';
import { fitCurve } from '../math/least-squares.ts';
import { clamp, spread } from '../math/numbers.ts';
import { type CoherenceTimes, coherenceLimit } from '../truth/coherence-limit.ts';
import { fittedLine, points } from './curve.ts';

/** Numbers of gates in a sequence. */
const ONE_QUBIT_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
const TWO_QUBIT_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
/** Spread between random sequences, relative to the lost signal. */
const SEQUENCE_SPREAD = 0.1;
const gates: Axis = { label: 'Gates in the sequence', unit: '', column: 'gates', decimals: 0 };
const survival: Axis = { label: 'Survival', unit: '', column: 'survival', decimals: 4 };

interface System {
  /** 2 for a qubit, 4 for a pair. */
  dimension: number;
  lengths: readonly number[];
  /** Share of the signal that readout errors leave. */
  contrast: number;
}

const qubitSystem = ({ qubit }: QubitBench): System => ({
  dimension: 2,
  lengths: ONE_QUBIT_LENGTHS,
  contrast: contrastOf(qubit),
});

const pairSystem = ({ pair }: PairBench): System => ({
  dimension: 4,
  lengths: TWO_QUBIT_LENGTHS,
  contrast: contrastOf(pair.control) * contrastOf(pair.target),
});

/** Polarization that a gate of an average error preserves. */
const polarization = (error: number, dimension: number): number => 1 - (error * dimension) / (dimension - 1);
const fidelityOf = (remaining: number, dimension: number): number =>
  1 - ((1 - remaining) * (dimension - 1)) / dimension;

interface Decay {
  /** Polarization preserved by each step of the sequence. */
  remaining: Estimate;
  r2: number;
  ys: number[];
  at: (length: number) => number;
}

/** Fits survival against length with a p^n + 1/d, whose limit is known. */
function scanDecay(bench: Bench, { dimension, lengths, contrast }: System, error: number, sequences: number): Decay {
  const floor = 1 / dimension;
  const remaining = polarization(error, dimension);
  const strength = bench.fault?.kind === 'silent' ? 0.02 : 1;
  const disturbance = bench.fault?.kind === 'noisy' ? bench.fault.strength : 0;
  const ys = lengths.map((length) => {
    const left = remaining ** length;
    const seen = floor + (1 - floor) * contrast * strength * left;
    const ofShots = Math.sqrt((seen * (1 - seen)) / (bench.shots * sequences));
    const ofSequences = (SEQUENCE_SPREAD * contrast * left * (1 - left)) / Math.sqrt(sequences);
    return clamp(seen + Math.hypot(ofShots, ofSequences, disturbance) * bench.random.normal(), 0, 1);
  });
  // Fits the loss per step, since a rate close to 1 leaves no room for a fit.
  const model = (length: number, [a = 0, loss = 0]: readonly number[]) =>
    floor + a * Math.exp(-Math.exp(loss) * length);
  const half = lengths.find((_, i) => (ys[i] ?? 0) - floor < ((ys[0] ?? 1) - floor) / Math.E) ?? lengths.at(-1) ?? 1;
  const fit = fitCurve(model, lengths, ys, [(ys[0] ?? 1) - floor, -Math.log(Math.max(half, 1))]);
  const loss = Math.exp(fit.values[1] ?? 0);
  return {
    remaining: { value: Math.exp(-loss), error: Math.exp(-loss) * loss * (fit.errors[1] ?? 0) },
    r2: fit.r2,
    ys,
    at: (length) => model(length, fit.values),
  };
}

function drawn(title: string, system: System, decays: readonly { name: string; decay: Decay }[]): CurveFigure {
  return {
    kind: 'curves',
    title,
    x: gates,
    y: survival,
    series: [
      ...decays.map(({ name, decay }) => points(name, system.lengths, decay.ys)),
      ...decays.map(({ name, decay }) => fittedLine(`Fit, ${name.toLowerCase()}`, gates, system.lengths, decay.at)),
    ],
  };
}

const aboveOne = (fidelity: number): string | undefined =>
  fidelity > 1 ? `fidelity above 100 %: ${(100 * fidelity).toFixed(3)} %` : undefined;

export function randomizedBenchmarking(bench: QubitBench): Measurement {
  const system = qubitSystem(bench);
  const sequences = bench.parameters.count('n_trials', 10, 1000);
  const decay = scanDecay(bench, system, bench.qubit.errorAverage, sequences);
  const { value, error } = decay.remaining;
  return {
    outputs: {
      average_gate_fidelity: { value: fidelityOf(value, 2), error: error / 2 },
      depolarizing_rate: { value: 1 - value, error },
    },
    r2: decay.r2,
    figures: [drawn('Randomized benchmarking', system, [{ name: 'Random gates', decay }])],
    shotsTaken: system.lengths.length * sequences * bench.shots,
  };
}

/** Interleaves a gate with the reference gates; the ratio of the decays is the gate's own. */
function interleaved(
  bench: Bench,
  system: System,
  gate: string,
  errors: { reference: number; gate: number },
): Measurement {
  const sequences = bench.parameters.count('n_trials', 10, 1000);
  const { dimension } = system;
  // If the system shifts between the two measurements, the reference looks worse than it was.
  const shift = bench.fault?.kind === 'shifting' ? 2.2 * (errors.gate / errors.reference + 1) : 1;
  const reference = scanDecay(bench, system, Math.min(0.4, errors.reference * shift), sequences);
  const both = 1 - polarization(errors.reference, dimension) * polarization(errors.gate, dimension);
  const mixed = scanDecay(bench, system, (both * (dimension - 1)) / dimension, sequences);
  const remaining = mixed.remaining.value / reference.remaining.value;
  const error =
    remaining *
    Math.hypot(mixed.remaining.error / mixed.remaining.value, reference.remaining.error / reference.remaining.value);
  const fidelity = fidelityOf(remaining, dimension);
  const r2 = Math.min(reference.r2, mixed.r2);
  return {
    outputs: {
      [`${gate}_gate_fidelity`]: { value: fidelity, error: (error * (dimension - 1)) / dimension },
      [`${gate}_depolarizing_rate`]: { value: 1 - remaining, error },
    },
    r2,
    // If the curves do not decay, their ratio means nothing, and the low R² is the reason for the failure.
    problem: r2 >= MIN_R2 ? aboveOne(fidelity) : undefined,
    figures: [
      drawn(`Interleaved randomized benchmarking, ${gate.toUpperCase()}`, system, [
        { name: 'Reference', decay: reference },
        { name: 'Interleaved', decay: mixed },
      ]),
    ],
    shotsTaken: 2 * system.lengths.length * sequences * bench.shots,
  };
}

/** X90InterleavedRandomizedBenchmarking. */
export const x90Benchmarking = (bench: QubitBench): Measurement =>
  interleaved(bench, qubitSystem(bench), 'x90', { reference: bench.qubit.errorAverage, gate: bench.qubit.errorX90 });

/** X180InterleavedRandomizedBenchmarking. */
export const x180Benchmarking = (bench: QubitBench): Measurement =>
  interleaved(bench, qubitSystem(bench), 'x180', { reference: bench.qubit.errorAverage, gate: bench.qubit.errorX180 });

/** ZX90InterleavedRandomizedBenchmarking: a two-qubit Clifford contains one and a half ZX90 and some rotations. */
export function zx90Benchmarking(bench: PairBench): Measurement {
  const { pair } = bench;
  const reference = 1.5 * pair.errorZx90 + 3 * (pair.control.errorX90 + pair.target.errorX90);
  return interleaved(bench, pairSystem(bench), 'zx90', { reference: Math.min(reference, 0.4), gate: pair.errorZx90 });
}

function limit(key: string, qubits: readonly CoherenceTimes[], gateNs: number): Measurement {
  const value = coherenceLimit(qubits, gateNs);
  // The uncertainty of the coherence times is about a tenth.
  const error = 0.1 * (1 - value);
  const xs = spread(gateNs / 4, 4 * gateNs, 16);
  const time: Axis = { label: 'Gate time', unit: 'ns', column: 'gate_time_ns', decimals: 1 };
  const bound: Axis = { label: 'Limit of the gate error', unit: '', column: 'gate_error', decimals: 7 };
  return {
    outputs: { [key]: { value, error } },
    figures: [
      {
        kind: 'curves',
        title: 'Coherence limit',
        x: time,
        y: bound,
        series: [
          points('This gate', [gateNs], [1 - value]),
          fittedLine('By gate time', time, xs, (ns) => 1 - coherenceLimit(qubits, ns)),
        ],
      },
    ],
    shotsTaken: 0,
  };
}

const timesOf = (setting: (name: string, unit: string) => number): CoherenceTimes => ({
  t1Us: setting('t1_average', 'us'),
  t2EchoUs: setting('t2_echo_average', 'us'),
});

/** Check1QGateCoherenceLimit, computed from the chip's coherence times. */
export const oneQubitLimit = (bench: QubitBench): Measurement =>
  limit(
    'one_qubit_gate_coherence_limit',
    [timesOf(bench.setting)],
    bench.parameters.count('drag_hpi_duration', 16, 1000),
  );

/** Check2QGateCoherenceLimit, computed from the coherence times of both qubits. */
export const twoQubitLimit = (bench: PairBench): Measurement =>
  limit(
    'two_qubit_gate_coherence_limit',
    [timesOf(bench.controlSetting), timesOf(bench.targetSetting)],
    bench.pair.gateNs,
  );
