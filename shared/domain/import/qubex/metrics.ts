import type { Rule } from '../readings.ts';

const RENAMED = new Map([['qubit_anharmonicity', 'anharmonicity']]);

/** The metric of one of qubex's parameters; it keeps its name, but for those that the catalogue has under another. */
export function qubexMetric(parameter: string): string {
  return RENAMED.get(parameter) ?? parameter;
}

/** Zero stands for what was not measured wherever the quantity cannot be zero (rule IMPORT-11). */
export function qubexRule(metric: string): Rule {
  if (metric === 'anharmonicity') return 'nonZero';
  return /(^|_)(frequency|fidelity|t1|t2|amplitude|length|time)(_|$)/.test(metric) ? 'positive' : 'any';
}

/** Parameters whose unit needs no statement: qubex keeps all frequencies in GHz, and these have none. */
export function unitOf(metric: string): string | undefined {
  if (metric === 'anharmonicity' || /(^|_)frequency$/.test(metric)) return 'GHz';
  return /(^|_)(fidelity|amplitude)(_|$)/.test(metric) ? '' : undefined;
}
