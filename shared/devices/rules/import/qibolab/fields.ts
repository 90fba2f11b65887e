import type { Field } from '../fields.ts';

/** Assignment fidelity (1 + F)/2 of qibolab's readout fidelity F = 1 - p(1|0) - p(0|1) (rule IMPORT-9). */
const assignment = { convert: (fidelity: number) => (1 + fidelity) / 2, errorScale: 0.5 };

const positive = (path: readonly string[], key: string, unit: string): Field => ({ path, key, unit, rule: 'positive' });

/** The fields that are read of a qubit; present names and those of earlier versions of the file. */
export const qubitFields: readonly Field[] = [
  ...[['t1'], ['coherence', 't1']].map((path) => positive(path, 't1', 'ns')),
  ...[['t2'], ['coherence', 't2']].map((path) => positive(path, 't2_star', 'ns')),
  ...[['t2_spin_echo'], ['coherence', 't2_spin_echo']].map((path) => positive(path, 't2_echo', 'ns')),
  positive(['rb_fidelity'], 'average_gate_fidelity', ''),
  ...[
    ['readout', 'fidelity'],
    ['readout', 'readout_fidelity'],
  ].map((path) => ({ ...positive(path, 'average_readout_fidelity', ''), ...assignment })),
  positive(['readout', 'assignment_fidelity'], 'average_readout_fidelity', ''),
  ...[
    ['qubit', 'frequency_01'],
    ['qubit', 'omega_01'],
  ].map((path) => positive(path, 'qubit_frequency', 'Hz')),
  positive(['qubit', 'maximum_frequency'], 'maximum_qubit_frequency', 'Hz'),
  { path: ['qubit', 'asymmetry'], key: 'junction_asymmetry', unit: '', rule: 'nonZero' },
  { path: ['qubit', 'sweetspot'], key: 'sweetspot', unit: '', rule: 'any' },
  positive(['resonator', 'dressed_frequency'], 'resonator_frequency', 'Hz'),
  positive(['resonator', 'bare_frequency'], 'bare_resonator_frequency', 'Hz'),
  positive(['resonator', 'depletion_time'], 'resonator_depletion_time', 'ns'),
  positive(['readout', 'effective_temperature'], 'effective_temperature', 'K'),
];

/** Frequencies of the first and the second transition, which give the anharmonicity. */
export const transitions = {
  first: [
    ['qubit', 'frequency_01'],
    ['qubit', 'omega_01'],
  ],
  second: [
    ['qubit', 'frequency_12'],
    ['qubit', 'omega_12'],
  ],
} as const;

/** What is taken over of a pair. */
export const pairFields: readonly Field[] = [
  positive(['cz_fidelity'], 'cz_gate_fidelity', ''),
  ...[['rb_fidelity'], ['gate_fidelity']].map((path) => positive(path, 'two_qubit_rb_fidelity', '')),
];

/** What is taken over of the characterization of a coupler in a runcard of qibolab 0.1. */
export const couplerFields: readonly Field[] = [{ path: ['sweetspot'], key: 'sweetspot', unit: '', rule: 'any' }];

/** What is taken over of the native gates of a coupler in a runcard of qibolab 0.1. */
export const couplerGateFields: readonly Field[] = [positive(['CP', 'duration'], 'coupler_pulse_length', 'ns')];

/** What is taken over of a coupler in the parameters of qibolab 0.2, after its pulse and its channel were found. */
export const couplerPulseFields: readonly Field[] = [
  positive(['duration'], 'coupler_pulse_length', 'ns'),
  { path: ['offset'], key: 'flux_offset', unit: '', rule: 'any' },
];

/** What is taken over of the characterization of a qubit in a runcard of qibolab 0.1. */
export const characterizationFields: readonly Field[] = [
  positive(['T1'], 't1', 'ns'),
  positive(['T2'], 't2_star', 'ns'),
  positive(['T2_spin_echo'], 't2_echo', 'ns'),
  positive(['gate_fidelity'], 'average_gate_fidelity', ''),
  // Versions before 2024 write it with one s.
  ...[['assignment_fidelity'], ['assigment_fidelity']].map((path) => positive(path, 'average_readout_fidelity', '')),
  { ...positive(['readout_fidelity'], 'average_readout_fidelity', ''), ...assignment },
  positive(['drive_frequency'], 'qubit_frequency', 'Hz'),
  positive(['readout_frequency'], 'readout_frequency', 'Hz'),
  positive(['bare_resonator_frequency'], 'bare_resonator_frequency', 'Hz'),
  positive(['resonator_depletion_time'], 'resonator_depletion_time', 'ns'),
  { path: ['asymmetry'], key: 'junction_asymmetry', unit: '', rule: 'nonZero' },
  { path: ['sweetspot'], key: 'sweetspot', unit: '', rule: 'any' },
];

/** What is taken over of the native gates of a qubit in a runcard of qibolab 0.1. */
export const gateFields: readonly Field[] = [
  positive(['RX', 'duration'], 'x180_gate_time', 'ns'),
  positive(['RX90', 'duration'], 'x90_gate_time', 'ns'),
  positive(['MZ', 'duration'], 'readout_length', 'ns'),
];

/** The duration of a gate of one pulse in the parameters of qibolab 0.2, by gate. */
export const pulseFields: Readonly<Record<string, Field>> = {
  RX: positive(['duration'], 'x180_gate_time', 'ns'),
  RX90: positive(['duration'], 'x90_gate_time', 'ns'),
  MZ: positive(['probe', 'duration'], 'readout_length', 'ns'),
};

/** What the frequency of the channel of a gate gives. */
export const channelFields: Readonly<Record<string, Field>> = {
  RX: positive(['frequency'], 'qubit_frequency', 'Hz'),
  RX12: { path: ['frequency'], key: 'anharmonicity', unit: 'Hz', rule: 'nonZero' },
  MZ: positive(['frequency'], 'readout_frequency', 'Hz'),
};
