import { freshAs } from './fresh-for.ts';
import { coherenceTime, duration, fidelity, frequency, plain, readoutFidelity } from './kinds.ts';
import type { MetricDefinition } from './types.ts';

const T1_THRESHOLD = { value: 100, range: { min: 25, max: 200, step: 1 } };
const T2_ECHO_THRESHOLD = { value: 200, range: { min: 50, max: 400, step: 1 } };
const READOUT_THRESHOLD = { value: 0.99, range: { min: 0.9, max: 0.999, step: 0.001 } };
const GATE_THRESHOLD = { value: 0.999, range: { min: 0.9, max: 0.9999, step: 0.0001 } };

/** The qubit metrics of QDash's catalogue (rule QDASH-8), then those an IBM import brings (rule METRIC-1). */
export const qubitMetrics: readonly MetricDefinition[] = [
  frequency('qubit', {
    key: 'readout_frequency',
    title: 'Readout frequency',
    description: 'Frequency of the resonator that reads the qubit out',
    mode: 'maximize',
    threshold: { value: 7, range: { min: 6, max: 10, step: 0.01 } },
  }),
  frequency('qubit', {
    key: 'qubit_frequency',
    title: 'Qubit frequency',
    description: 'Transition frequency between the two states of the qubit',
    mode: 'maximize',
    threshold: { value: 5, range: { min: 4, max: 6, step: 0.01 } },
  }),
  frequency('qubit', {
    key: 'anharmonicity',
    title: 'Anharmonicity',
    description: 'Difference of the second and the first transition frequency',
    unit: 'MHz',
    scale: 1000,
    mode: 'minimize',
    // QDash lists -300 (-500 to -200), which is what the screen shows; like every threshold this one is stored GHz.
    threshold: { value: -0.3, range: { min: -0.5, max: -0.2, step: 0.001 } },
  }),
  coherenceTime({ key: 't1', title: 'T1', description: 'Energy relaxation time', threshold: T1_THRESHOLD }),
  coherenceTime({
    key: 't1_average',
    title: 'T1, average',
    description: 'Mean of repeated measurements of T1',
    threshold: T1_THRESHOLD,
  }),
  coherenceTime({
    key: 't2_echo',
    title: 'T2 echo',
    description: 'Dephasing time with a Hahn echo',
    threshold: T2_ECHO_THRESHOLD,
  }),
  coherenceTime({
    key: 't2_echo_average',
    title: 'T2 echo, average',
    description: 'Mean of repeated measurements of the T2 echo time',
    threshold: T2_ECHO_THRESHOLD,
  }),
  coherenceTime({
    key: 't2_star',
    title: 'T2*',
    description: 'Dephasing time of free induction decay, without an echo',
    threshold: { value: 50, range: { min: 15, max: 100, step: 1 } },
  }),
  readoutFidelity({
    key: 'average_readout_fidelity',
    title: 'Readout fidelity',
    description: 'Assignment fidelity, averaged over both prepared states',
    threshold: READOUT_THRESHOLD,
  }),
  fidelity('qubit', {
    key: 'average_gate_fidelity',
    title: 'Gate fidelity, average',
    description: 'Average fidelity of one-qubit gates, from randomized benchmarking',
    threshold: GATE_THRESHOLD,
  }),
  fidelity('qubit', {
    key: 'x90_gate_fidelity',
    title: 'X90 gate fidelity',
    description: 'Fidelity of a rotation by 90 degrees about X',
    threshold: GATE_THRESHOLD,
  }),
  fidelity('qubit', {
    key: 'x180_gate_fidelity',
    title: 'X180 gate fidelity',
    description: 'Fidelity of a rotation by 180 degrees about X',
    threshold: GATE_THRESHOLD,
  }),
  plain('qubit', {
    key: 'maximum_rabi_frequency',
    title: 'Maximum Rabi frequency',
    description: 'Rabi frequency that one unit of control amplitude drives',
    unit: 'MHz/a.u.',
    storedUnit: 'MHz/a.u.',
    ...freshAs('setting'),
  }),
  plain('qubit', {
    key: 'hpi_amplitude',
    title: 'Half-pi amplitude',
    description: 'Control amplitude of the half-pi pulse',
    unit: 'a.u.',
    storedUnit: 'a.u.',
    ...freshAs('setting'),
  }),
  duration('qubit', { key: 'hpi_length', title: 'Half-pi length', description: 'Duration of the half-pi pulse' }),
  fidelity('qubit', {
    key: 'one_qubit_gate_coherence_limit',
    title: 'One-qubit coherence limit',
    description: 'Best one-qubit gate fidelity that T1 and T2 allow',
    errorRateRange: null,
  }),
  readoutFidelity({
    key: 'readout_fidelity_0',
    title: 'Readout fidelity of 0',
    description: 'Probability to read 0 after 0 was prepared',
    threshold: READOUT_THRESHOLD,
  }),
  readoutFidelity({
    key: 'readout_fidelity_1',
    title: 'Readout fidelity of 1',
    description: 'Probability to read 1 after 1 was prepared',
    threshold: READOUT_THRESHOLD,
  }),
  duration('qubit', { key: 'readout_length', title: 'Readout length', description: 'Duration of one readout' }),
  duration('qubit', { key: 'x90_gate_time', title: 'X90 gate time', description: 'Duration of the X90 gate' }),
  duration('qubit', { key: 'x180_gate_time', title: 'X180 gate time', description: 'Duration of the X180 gate' }),
  duration('qubit', { key: 'reset_gate_time', title: 'Reset time', description: 'Duration of a reset to 0' }),
];
