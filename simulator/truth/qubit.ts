import { clamp } from '../math/numbers.ts';
import { type CoherenceTimes, coherenceLimit } from './coherence-limit.ts';
import { GATE_NS, PULSE_AREA } from './pulses.ts';
import {
  ageing,
  driftingBy,
  driftingRatio,
  normalTrait,
  ordinalOf,
  relaxationTime,
  type TraitSource,
  uniformTrait,
} from './traits.ts';
import { pickValue } from './values.ts';

/** Probability to read each prepared state correctly. */
export interface Readout {
  fidelity0: number;
  fidelity1: number;
}

/** State of a simulated qubit on one day. */
export interface QubitTruth extends Readout {
  frequencyGhz: number;
  anharmonicityGhz: number;
  /** Centre of the readout resonator's lines for 0 and 1. */
  resonatorGhz: number;
  /** Half of the distance between those lines. */
  dispersiveShiftMhz: number;
  kappaExternalMhz: number;
  kappaInternalMhz: number;
  delayNs: number;
  /** Amplitude of the readout tone at which the states are best distinguished. */
  readoutAmplitude: number;
  t1Us: number;
  t2EchoUs: number;
  t2StarUs: number;
  /** Rabi frequency per unit of control amplitude. */
  driveMhz: number;
  /** Direction of the readout signal in the IQ plane, in degrees. */
  angleDegrees: number;
  /** Average gate errors: the coherence limit plus imperfect pulses. */
  errorX90: number;
  errorX180: number;
  errorAverage: number;
}

/**
 * Length of the half-pi pulses whose amplitude the value model gives, in nanoseconds
 * (docs/simulator.md#where-values-come-from).
 */
const MODEL_PULSE_NS = 18;

/**
 * Returns the qubit on a day, from the chip's values, else from the value models
 * (docs/simulator.md#where-values-come-from).
 */
export function qubitTruth(source: TraitSource): QubitTruth {
  const n = ordinalOf(source.target);
  const frequencyGhz = transition(source, n);
  const coherence = coherenceTimes(source, n, frequencyGhz);
  return {
    frequencyGhz,
    ...coherence,
    ...resonator(source, n, frequencyGhz),
    ...readout(source),
    ...gateErrors(source, coherence),
    anharmonicityGhz: anharmonicity(source),
    driveMhz: drive(source, n, frequencyGhz),
    angleDegrees: 360 * uniformTrait(source, 'angle') - 180,
  };
}

// An impossible value, set by hand or by a bad fit, is replaced with the nearest possible one.

function transition(source: TraitSource, n: number): number {
  const keys = ['qubit_frequency', 'coarse_qubit_frequency'];
  const fallback = 7.86 + (n % 10) * 0.006 + normalTrait(source, 'frequency') * 0.02;
  return clamp(driftingBy(source, { quantity: 'frequency', keys, unit: 'GHz', fallback }, 2e-5), 0.5, 20);
}

function anharmonicity(source: TraitSource): number {
  const fallback = -0.3 + normalTrait(source, 'alpha') * 0.01;
  const trait = { quantity: 'anharmonicity', keys: ['anharmonicity'], unit: 'GHz', fallback };
  return clamp(driftingBy(source, trait, 2e-4), -1, -0.02);
}

function drive(source: TraitSource, n: number, frequencyGhz: number): number {
  // Converts the value model's half-pi amplitude to the drive strength that makes it one.
  const amplitude = clamp(0.25 + (n % 10) * 0.01 + (frequencyGhz - 5) * 0.02, 0.15, 0.45);
  const fallback = 1000 / (4 * MODEL_PULSE_NS * PULSE_AREA * amplitude);
  const trait = { quantity: 'drive', keys: ['maximum_rabi_frequency'], unit: 'MHz/a.u.', fallback };
  return clamp(driftingRatio(source, trait, 0.004), 5, 2000);
}

/** Coherence times. An echo lasts at most twice T1, and free induction decay at most as long as the echo. */
function coherenceTimes(source: TraitSource, n: number, frequencyGhz: number) {
  const modelT1 = clamp(80 + (n % 20) * 3 - (frequencyGhz - 5) * 5 + normalTrait(source, 't1') * 5, 30, 200);
  const modelEcho = clamp(60 + (n % 20) * 2 + normalTrait(source, 't2') * 5, 20, 200);
  const modelStar = clamp(30 + (n % 15) * 2 + normalTrait(source, 't2 star') * 3, 10, 80);
  const t1Us = clamp(relaxationTime(source, modelT1, 0.12), 1, 2000);
  const echo = { quantity: 't2', keys: ['t2_echo', 't2_echo_average'], unit: 'us', fallback: modelEcho };
  // Twice T1 is the limit, minus a margin for measurement errors.
  const t2EchoUs = clamp(driftingRatio(source, echo, 0.1), 0.5, 1.7 * t1Us);
  const star = { quantity: 't2 star', keys: ['t2_star'], unit: 'us', fallback: modelStar };
  return { t1Us, t2EchoUs, t2StarUs: clamp(driftingRatio(source, star, 0.1), 0.3, 0.85 * t2EchoUs) };
}

/** The readout resonator: one of four on its line, in the band above the qubits. */
function resonator(source: TraitSource, n: number, frequencyGhz: number) {
  const bandGhz = frequencyGhz < 6 ? 5.9 : 9.9;
  const keys = ['readout_frequency', 'resonator_frequency', 'coarse_resonator_frequency'];
  const fallback = bandGhz + 0.2 * (n % 4) + normalTrait(source, 'resonator') * 0.012;
  return {
    resonatorGhz: clamp(driftingBy(source, { quantity: 'resonator', keys, unit: 'GHz', fallback }, 5e-5), 0.5, 20),
    dispersiveShiftMhz: 1.6 * Math.exp(0.2 * normalTrait(source, 'dispersive shift')),
    kappaExternalMhz: 5 * Math.exp(0.2 * normalTrait(source, 'kappa external')),
    kappaInternalMhz: 0.5 * Math.exp(0.4 * normalTrait(source, 'kappa internal')),
    delayNs: 95 + 6 * normalTrait(source, 'delay'),
    readoutAmplitude: 0.12 * Math.exp(0.15 * normalTrait(source, 'readout amplitude')),
  };
}

function readout(source: TraitSource): Readout {
  const average = pickValue(source.values, ['average_readout_fidelity'], '')?.value;
  const error = average === undefined ? 0.02 * Math.exp(0.4 * normalTrait(source, 'readout')) : 1 - average;
  const fidelityOf = (key: string, share: number) => {
    const trait = { quantity: key, keys: [key], unit: '', from: errorOf, fallback: error * share };
    return 1 - clamp(driftingRatio(source, trait, 0.08) / ageing(source, trait.keys, trait.unit), 5e-4, 0.45);
  };
  // Relaxation during the readout makes 1 harder to read.
  return { fidelity0: fidelityOf('readout_fidelity_0', 0.7), fidelity1: fidelityOf('readout_fidelity_1', 1.3) };
}

const errorOf = (fidelity: number): number => 1 - fidelity;

/** Average gate errors; no gate is better than its coherence limit. */
function gateErrors(source: TraitSource, times: CoherenceTimes) {
  const limit = 1 - coherenceLimit([times], GATE_NS);
  const usual = 6e-4 * Math.exp(0.4 * normalTrait(source, 'gate'));
  const errorOfGate = (key: string, fallback: number) => {
    const trait = { quantity: key, keys: [key], unit: '', from: errorOf, fallback: limit + fallback };
    return clamp(driftingRatio(source, trait, 0.1), 1.05 * limit, 0.2);
  };
  const errorX90 = errorOfGate('x90_gate_fidelity', usual);
  return {
    errorX90,
    errorX180: errorOfGate('x180_gate_fidelity', usual * 1.2),
    // A Clifford of the benchmark costs slightly more than one pulse on average.
    errorAverage: errorOfGate('average_gate_fidelity', Math.max(errorX90 - limit, 0.05 * limit) * 1.1),
  };
}
