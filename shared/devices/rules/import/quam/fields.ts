import type { Field } from '../fields.ts';

/** What is taken over of a qubit, in the units of QuAM: seconds and hertz, pulses in nanoseconds (rule IMPORT-10). */
export const qubitFields: readonly Field[] = [
  { path: ['T1'], key: 't1', unit: 's', rule: 'positive' },
  { path: ['T2ramsey'], key: 't2_star', unit: 's', rule: 'positive' },
  { path: ['T2echo'], key: 't2_echo', unit: 's', rule: 'positive' },
  { path: ['f_01'], key: 'qubit_frequency', unit: 'Hz', rule: 'positive' },
  { path: ['chi'], key: 'dispersive_shift', unit: 'Hz', rule: 'nonZero' },
  { path: ['resonator', 'f_01'], key: 'resonator_frequency', unit: 'Hz', rule: 'positive' },
  { path: ['resonator', 'frequency_bare'], key: 'bare_resonator_frequency', unit: 'Hz', rule: 'positive' },
  { path: ['resonator', 'depletion_time'], key: 'resonator_depletion_time', unit: 'ns', rule: 'positive' },
  { path: ['resonator', 'operations', 'readout', 'length'], key: 'readout_length', unit: 'ns', rule: 'positive' },
  { path: ['xy', 'operations', 'x180', 'length'], key: 'x180_gate_time', unit: 'ns', rule: 'positive' },
  { path: ['xy', 'operations', 'x90', 'length'], key: 'x90_gate_time', unit: 'ns', rule: 'positive' },
];

/** What is taken over of the tunable coupler of a pair: flux offsets, in volts. */
export const couplerFields: readonly Field[] = ['decouple_offset', 'interaction_offset'].map(
  (key): Field => ({ path: [key], key, unit: 'V', rule: 'any' }),
);

/** Gates whose fidelity is taken over as `<gate>_gate_fidelity`. */
export const GATE_NAME = /^[a-z][a-z0-9_]{0,30}$/;

/** What `gate_fidelity` of a qubit calls the average over its gates, the better one first. */
export const averageNames = ['averaged', 'single_qubit_rb'];

/**
 * What `fidelity` of a gate of a pair states, as metrics; `gate` stands for the gate itself. Of several that state the
 * gate's fidelity the first counts.
 */
export const pairFidelities: readonly { path: readonly string[]; metric: 'gate' | 'bell_state_fidelity' }[] = [
  { path: ['averaged'], metric: 'gate' },
  { path: ['InterleavedRB', 'average_gate_fidelity'], metric: 'gate' },
  { path: ['InterleavedRB'], metric: 'gate' },
  { path: ['StandardRB', 'average_gate_fidelity'], metric: 'gate' },
  { path: ['StandardRB'], metric: 'gate' },
  { path: ['Bell_State', 'Fidelity'], metric: 'bell_state_fidelity' },
];
