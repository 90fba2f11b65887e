import { undirectedCouplingId } from '../../../../chips/rules/coupling-id.ts';
import type { Rule } from '../readings.ts';

const RENAMED = new Map([['qubit_anharmonicity', 'anharmonicity']]);

/** The metric of one of qubex's parameters; it keeps its name, but for those that the catalogue has under another. */
export function qubexMetric(parameter: string): string {
  return RENAMED.get(parameter) ?? parameter;
}

/**
 * Parameters whose whole-number keys are qubits; those of any other parameter are readout muxes (`QUBIT_KEYED_PARAMS` in
 * qubex's `config_loader.py`).
 */
const qubitKeyed = new Set([
  'qubit_frequency',
  'qubit_anharmonicity',
  'resonator_frequency',
  'control_frequency',
  'control_frequency_ef',
  'readout_frequency',
  'control_amplitude',
  'readout_amplitude',
  'control_vatt',
  'control_fsc',
  't1',
  't2_echo',
  't2_star',
  'average_readout_fidelity',
  'x90_gate_fidelity',
  'x180_gate_fidelity',
]);

/** Whether a label of a parameter is the number of a readout mux. */
export const isMuxLabel = (parameter: string, label: string): boolean =>
  /^\d+$/.test(label) && !qubitKeyed.has(parameter);

/** Targets of a label: a qubit, or a pair with the smaller qubit first. */
export interface LabelTarget {
  /** In the order of the label. */
  qids: string[];
  pair?: [string, string];
}

/** Largest number of a label. */
const MAX_QUBITS = 4096;

/**
 * The target of a label of a parameter: `Q03`, with any number of leading zeros, `Q00-Q01`, or a whole number; else why
 * it is invalid, as the end of a sentence.
 */
export function targetOfLabel(parameter: string, label: string): LabelTarget | { reason: string } {
  const match = /^(Q?)(\d{1,4})(?:-Q?(\d{1,4}))?$/.exec(label);
  const [first, second] = [match?.[2], match?.[3]].map((digits) => (digits === undefined ? undefined : Number(digits)));
  if (first === undefined || first >= MAX_QUBITS)
    return { reason: 'is neither a qubit, such as Q03, nor a pair of two' };
  if (second === undefined) {
    if (isMuxLabel(parameter, label)) return { reason: 'is the number of a readout mux, not a qubit' };
    return { qids: [String(first)] };
  }
  if (second === first || second >= MAX_QUBITS) return { reason: 'is not a pair of two qubits' };
  const [a, b] = [String(first), String(second)];
  return { qids: [a, b], pair: undirectedCouplingId(a, b) === `${a}-${b}` ? [a, b] : [b, a] };
}

/** The value of a label; if that is null or not a number, the default of its parameter (`meta.default`). */
export const withDefault = (given: unknown, fallback: number | undefined): unknown =>
  given === null || Number.isNaN(given) ? (fallback ?? null) : given;

/** Zero means that a quantity was not measured if the quantity cannot be zero (rule IMPORT-11). */
export function qubexRule(metric: string): Rule {
  if (metric === 'anharmonicity') return 'nonZero';
  return /(^|_)(frequency|fidelity|t1|t2|amplitude|length|time)(_|$)/.test(metric) ? 'positive' : 'any';
}

/** Parameters whose unit needs no statement: qubex keeps all frequencies in GHz, and these have none. */
export function unitOf(metric: string): string | undefined {
  if (metric === 'anharmonicity' || /(^|_)frequency$/.test(metric)) return 'GHz';
  return /(^|_)(fidelity|amplitude)(_|$)/.test(metric) ? '' : undefined;
}
