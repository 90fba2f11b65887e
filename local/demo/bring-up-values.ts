import { squareLatticeMux } from '#shared/chips/rules/topology/square-lattice.ts';

/** One simulated measurement, in the unit of its metric. */
interface DemoValue {
  value: number;
  unit: string;
  /** Age at the end of the bring-up. */
  ageSeconds: number;
}

/** The values of one qubit or coupling of the demo chip. */
export interface DemoTarget {
  /** `12`, or `12-13` for a coupling. */
  id: string;
  /** By metric key; empty for a target that was never measured. */
  values: Record<string, DemoValue>;
}

/** The demo chip at the end of its bring-up: its targets, qubits first. */
export interface DemoChip {
  topologyId: string;
  targets: DemoTarget[];
}

/** Layout and couplings of the demo chip. */
export const demoTopology = squareLatticeMux(64);

const hour = 3600;
const day = 24 * hour;
const x90Microseconds = 0.03;
const zx90Microseconds = 0.2;

/** Qubits with open drive lines. They and their couplings cannot be measured. */
export const brokenQubits: readonly string[] = ['21', '58'];

/**
 * Simulates a chip of 64 qubits; a seed always gives the same chip. The physics is consistent: T2 is at most 2 T1,
 * neighbours are detuned, and no gate beats the coherence limit of its qubits. Most values are from the last night of
 * the bring-up, some are up to ten days older, and some are missing.
 */
export function simulateDemoChip(seed: number): DemoChip {
  const topology = demoTopology;
  const random = seededRandom(seed);
  const coherence = new Map<string, Coherence>();
  const qubits = Object.entries(topology.qubits).map(([id, position]): DemoTarget => {
    const own = drawCoherence(random);
    coherence.set(id, own);
    const values = drawQubit(random, own, (position.row + position.col) % 2 === 0);
    return { id, values: brokenQubits.includes(id) ? {} : values };
  });
  const couplings = topology.couplings.map((pair): DemoTarget => {
    const id = pair.join('-');
    const values = drawZx90(
      random,
      pair.map((qid) => coherence.get(qid) ?? typicalCoherence),
    );
    return { id, values: pair.some((qid) => brokenQubits.includes(qid)) ? {} : values };
  });
  return { topologyId: topology.topologyId, targets: [...qubits, ...couplings] };
}

interface Coherence {
  t1Microseconds: number;
  t2Microseconds: number;
}

const typicalCoherence: Coherence = { t1Microseconds: 90, t2Microseconds: 110 };

function drawCoherence(random: () => number): Coherence {
  const t1Microseconds = typicalCoherence.t1Microseconds * Math.exp(0.35 * normal(random));
  // Pure dephasing shortens T2 below its limit of 2 T1.
  return { t1Microseconds, t2Microseconds: 2 * t1Microseconds * (0.3 + 0.65 * random()) };
}

function drawQubit(random: () => number, own: Coherence, lowBand: boolean): Record<string, DemoValue> {
  const readout0 = 1 - 0.006 * Math.exp(0.7 * normal(random));
  const readout1 = 1 - 0.014 * Math.exp(0.7 * normal(random));
  const drawn: Record<string, Omit<DemoValue, 'ageSeconds'>> = {
    qubit_frequency: { value: rounded((lowBand ? 4.85 : 5.15) + 0.05 * normal(random), 5), unit: 'GHz' },
    t1: { value: rounded(own.t1Microseconds, 2), unit: 'us' },
    t2_echo: { value: rounded(own.t2Microseconds, 2), unit: 'us' },
    readout_fidelity_0: { value: rounded(readout0, 5), unit: '' },
    readout_fidelity_1: { value: rounded(readout1, 5), unit: '' },
    average_readout_fidelity: { value: rounded((readout0 + readout1) / 2, 5), unit: '' },
    x90_gate_fidelity: { value: gateFidelity(random, x90Microseconds, [own]), unit: '' },
  };
  const ageOfAll = drawAge(random);
  const values = Object.entries(drawn).filter(() => random() > 0.05);
  // One in ten values was measured separately from the qubit's others.
  return Object.fromEntries(
    values.map(([key, value]) => [key, { ...value, ageSeconds: random() < 0.1 ? drawAge(random) : ageOfAll }]),
  );
}

function drawZx90(random: () => number, ends: Coherence[]): Record<string, DemoValue> {
  const value = gateFidelity(random, zx90Microseconds, ends);
  return { zx90_gate_fidelity: { value, unit: '', ageSeconds: drawAge(random) } };
}

/** Average fidelity of a gate: the coherence limit minus some control error. */
function gateFidelity(random: () => number, microseconds: number, ends: Coherence[]): number {
  const [t1Weight, t2Weight] = ends.length === 1 ? [1 / 6, 1 / 3] : [1 / 5, 2 / 5];
  const limit = ends.reduce(
    (sum, end) => sum + microseconds * (t1Weight / end.t1Microseconds + t2Weight / end.t2Microseconds),
    0,
  );
  const control = limit * Math.exp(0.6 * normal(random)) * (ends.length === 1 ? 0.8 : 3);
  return rounded(1 - limit - control, 6);
}

/** Seven in ten are from last night, the others one to ten days old. */
function drawAge(random: () => number): number {
  return Math.round(random() < 0.7 ? hour * (0.5 + 3 * random()) : day * (1.1 + 8.8 * random()));
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Standard normal deviate (Box-Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Uniform numbers in [0, 1) from a 32-bit state: a linear congruential step with mixed output. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}
