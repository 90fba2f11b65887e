import type { Field } from '../fields.ts';

/** Assignment fidelity (1 + F)/2 of qibolab's readout fidelity F = 1 - p(1|0) - p(0|1) (rule IMPORT-9). */
const assignment = { convert: (fidelity: number) => (1 + fidelity) / 2, errorScale: 0.5 };

/** What is taken over of a qubit; names of earlier versions of the file beside those of today. */
export const qubitFields: readonly Field[] = [
  ...[['t1'], ['coherence', 't1']].map((path) => ({ path, key: 't1', unit: 'ns', rule: 'positive' as const })),
  ...[['t2'], ['coherence', 't2']].map((path) => ({ path, key: 't2_star', unit: 'ns', rule: 'positive' as const })),
  ...[['t2_spin_echo'], ['coherence', 't2_spin_echo']].map((path) => ({
    path,
    key: 't2_echo',
    unit: 'ns',
    rule: 'positive' as const,
  })),
  { path: ['rb_fidelity'], key: 'average_gate_fidelity', unit: '', rule: 'positive' },
  { path: ['readout', 'fidelity'], key: 'average_readout_fidelity', unit: '', rule: 'positive', ...assignment },
  ...[
    ['qubit', 'frequency_01'],
    ['qubit', 'omega_01'],
  ].map((path) => ({ path, key: 'qubit_frequency', unit: 'Hz', rule: 'positive' as const })),
  { path: ['qubit', 'maximum_frequency'], key: 'maximum_qubit_frequency', unit: 'Hz', rule: 'positive' },
  { path: ['qubit', 'asymmetry'], key: 'junction_asymmetry', unit: '', rule: 'nonZero' },
  { path: ['qubit', 'sweetspot'], key: 'sweetspot', unit: '', rule: 'any' },
  { path: ['resonator', 'dressed_frequency'], key: 'resonator_frequency', unit: 'Hz', rule: 'positive' },
  { path: ['resonator', 'bare_frequency'], key: 'bare_resonator_frequency', unit: 'Hz', rule: 'positive' },
  { path: ['resonator', 'depletion_time'], key: 'resonator_depletion_time', unit: 'ns', rule: 'positive' },
  { path: ['readout', 'effective_temperature'], key: 'effective_temperature', unit: 'K', rule: 'positive' },
];

/** Frequency of the second transition: with the first one it gives the anharmonicity. */
export const secondTransition = [
  ['qubit', 'frequency_12'],
  ['qubit', 'omega_12'],
] as const;

/** What is taken over of a pair. */
export const pairFields: readonly Field[] = [
  { path: ['cz_fidelity'], key: 'cz_gate_fidelity', unit: '', rule: 'positive' },
  { path: ['rb_fidelity'], key: 'two_qubit_rb_fidelity', unit: '', rule: 'positive' },
];
