import { duration, fidelity, frequency } from './kinds.ts';
import type { MetricDefinition } from './types.ts';

/** The goal of a two-qubit gate. */
export const GATE_THRESHOLD = { value: 0.99, range: { min: 0.9, max: 0.999, step: 0.001 } };
const IMPORTED_GATES = ['cz', 'ecr', 'cx', 'rzz'];

/** The coupling metrics of QDash's catalogue (rule QDASH-8), then those an IBM import brings (rule METRIC-1). */
export const couplingMetrics: readonly MetricDefinition[] = [
  fidelity('coupling', {
    key: 'zx90_gate_fidelity',
    title: 'ZX90 gate fidelity',
    description: 'Fidelity of the two-qubit ZX90 gate',
    threshold: GATE_THRESHOLD,
  }),
  fidelity('coupling', {
    key: 'bell_state_fidelity',
    title: 'Bell state fidelity',
    description: 'Fidelity of a prepared Bell state',
    threshold: { value: 0.95, range: { min: 0.8, max: 0.999, step: 0.001 } },
    errorRateRange: { min: 0.001, max: 0.2, step: 0.001 },
  }),
  duration('coupling', { key: 'zx90_gate_time', title: 'ZX90 gate time', description: 'Duration of the ZX90 gate' }),
  fidelity('coupling', {
    key: 'two_qubit_gate_coherence_limit',
    title: 'Two-qubit coherence limit',
    description: 'Best two-qubit gate fidelity that T1 and T2 of both qubits allow',
    errorRateRange: null,
  }),
  frequency('coupling', {
    key: 'static_zz_interaction',
    title: 'Static ZZ interaction',
    description: 'Shift of one qubit by the state of the other while both are idle',
    unit: 'kHz',
    scale: 1e6,
    mode: 'minimize',
  }),
  ...IMPORTED_GATES.flatMap((gate) => [
    fidelity('coupling', {
      key: `${gate}_gate_fidelity`,
      title: `${gate.toUpperCase()} gate fidelity`,
      description: `Fidelity of the two-qubit ${gate.toUpperCase()} gate`,
      threshold: GATE_THRESHOLD,
    }),
    duration('coupling', {
      key: `${gate}_gate_time`,
      title: `${gate.toUpperCase()} gate time`,
      description: `Duration of the ${gate.toUpperCase()} gate`,
    }),
  ]),
];
