import { metricKeyOf } from '../metric-name.ts';
import type { Rule } from '../readings.ts';

/** How one of Google's metrics is taken over. */
export interface GoogleMetric {
  key: string;
  unit: string;
  rule: Rule;
  /** What an error is multiplied with to be an average error, which 1 - F of a fidelity is. */
  toAverage: number;
  /** Of two metrics with one key, that of the smaller rank is taken. */
  rank: number;
}

/**
 * Pauli errors are (d + 1)/d times the average error of a gate on a space of dimension d (rule IMPORT-8): 3/2 for one
 * qubit, 5/4 for two.
 */
const averageOfPauli = { single: 2 / 3, two: 4 / 5 };

/** Of Cirq's names since July 2026 the last two. */
const READOUT = new Map([
  ['p00_error', 'readout_fidelity_0'],
  ['p11_error', 'readout_fidelity_1'],
  ['zero_error', 'readout_fidelity_0'],
  ['one_error', 'readout_fidelity_1'],
]);

/**
 * The metric of one of Google's names, undefined for a name of another kind of target. Isolated measurements go before
 * parallel ones, average errors before Pauli errors; an unknown name stays, with the unit of its ending.
 */
export function googleMetric(name: string, kind: 'qubit' | 'coupling'): GoogleMetric {
  return (kind === 'qubit' ? qubitMetric(name) : gateMetric(name)) ?? otherMetric(name);
}

function qubitMetric(name: string): GoogleMetric | undefined {
  const parallel = name.startsWith('parallel_') || name.includes('_parallel_');
  const short = name.replace(/^(single_qubit_|parallel_|isolated_)+/, '');
  if (short === 'idle_t1_micros') return { key: 't1', unit: 'us', rule: 'positive', toAverage: 1, rank: 0 };
  const readout = READOUT.get(short);
  if (readout) return { key: readout, unit: '', rule: 'error', toAverage: 1, rank: parallel ? 1 : 0 };
  const gate = /^(?:sq_)?rb_(average|pauli)_error(?:_per_gate)?$/.exec(short)?.[1];
  if (gate === undefined) return undefined;
  return errorMetric('average_gate_fidelity', gate, averageOfPauli.single, parallel);
}

function gateMetric(name: string): GoogleMetric | undefined {
  const [, inferredGate, kindOfError] = /^([a-z0-9_]+?)_inferred_gate_error_(average|pauli)$/.exec(name) ?? [];
  if (inferredGate !== undefined && kindOfError !== undefined) {
    // The one-qubit gates of the cycle are taken out of it, so it goes before an error of a cycle.
    const inferred = errorMetric(`${inferredGate}_gate_fidelity`, kindOfError, averageOfPauli.two, false);
    return { ...inferred, rank: inferred.rank - 4 };
  }
  const match = /^two_qubit_(parallel_)?([a-z0-9_]+?)_gate_xeb_(average|pauli)_error_per_cycle$/.exec(name);
  const [, parallel, gate, error] = match ?? [];
  if (gate === undefined || error === undefined) return undefined;
  return errorMetric(`${gate}_gate_fidelity`, error, averageOfPauli.two, parallel !== undefined);
}

const errorMetric = (key: string, error: string, averageOf: number, parallel: boolean): GoogleMetric => ({
  key,
  unit: '',
  rule: 'error',
  toAverage: error === 'pauli' ? averageOf : 1,
  rank: (parallel ? 2 : 0) + (error === 'pauli' ? 1 : 0),
});

const ENDINGS: readonly [RegExp, string][] = [
  [/_micros$/, 'us'],
  [/_nanos$/, 'ns'],
];

/** Angles of fits are in radians and may be negative: they are not errors, despite their names. */
function otherMetric(name: string): GoogleMetric {
  const own = { rule: 'any', toAverage: 1, rank: 0 } as const;
  if (/_(theta|phi|zeta|chi|gamma)_/.test(name)) return { key: keyOf(name), unit: 'rad', ...own };
  const ending = ENDINGS.find(([pattern]) => pattern.test(name));
  if (!ending) return { key: keyOf(name), unit: '', ...own };
  return { key: keyOf(name.replace(ending[0], '')), unit: ending[1], ...own };
}

/** The key of a name that the calibration was read with. */
const keyOf = (name: string): string => metricKeyOf(name) ?? name;
