import type { LatticeKind } from '../../../chips/rules/target-kinds.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import { GATE_THRESHOLD } from '../../../values/rules/coupling-metrics.ts';
import type { MetricDefinition } from '../../../values/rules/types.ts';

/** What the health of a chip is judged by (rule HEALTH-1). */
export type Quantity = 'relaxation' | 'dephasing' | 'readout' | 'one_qubit_gate' | 'two_qubit_gate';

/** Metrics that measure the same quantity, the usual one first, so that none counts twice. */
const metricsOf: Record<Quantity, { target: LatticeKind; keys: readonly string[] }> = {
  relaxation: { target: 'qubit', keys: ['t1', 't1_average'] },
  dephasing: { target: 'qubit', keys: ['t2_echo', 't2_echo_average', 't2_star'] },
  readout: { target: 'qubit', keys: ['average_readout_fidelity'] },
  one_qubit_gate: { target: 'qubit', keys: ['x90_gate_fidelity', 'average_gate_fidelity', 'x180_gate_fidelity'] },
  two_qubit_gate: {
    target: 'coupling',
    keys: ['zx90_gate_fidelity', 'cz_gate_fidelity', 'ecr_gate_fidelity', 'cx_gate_fidelity', 'rzz_gate_fidelity'],
  },
};

/** A metric that stands for a quantity on a chip. */
export interface HealthMetric {
  quantity: Quantity;
  metric: MetricDefinition & { target: LatticeKind; threshold: NonNullable<MetricDefinition['threshold']> };
  mode: 'maximize' | 'minimize';
}

/** How many targets have a value or a faulty mark of a metric. */
export type CountOfMetric = (target: LatticeKind, metric: string) => number;

/**
 * The metric that stands for a quantity on a chip: the one that most of its targets have, of equal ones the usual one. So all
 * qubits of a chip are judged by the same metrics. Of two-qubit gates it is what a coupling lacks that has none.
 */
export function metricFor(quantity: Quantity, count: CountOfMetric): HealthMetric {
  const { target, keys } = metricsOf[quantity];
  const [usual = ''] = keys;
  const key = keys.reduce((most, one) => (count(target, one) > count(target, most) ? one : most), usual);
  const metric = describeMetric(key, target);
  const { mode, threshold } = metric;
  if (threshold === null || mode === 'none') throw new Error(`'${key}' has no goal and cannot stand for ${quantity}`);
  return { quantity, metric: { ...metric, target, threshold }, mode };
}

/** The fidelity of one two-qubit gate as what a coupling is judged by: each coupling has its own (rule HEALTH-6). */
export function gateMetric(key: string): HealthMetric {
  const metric = describeMetric(key, 'coupling');
  return {
    quantity: 'two_qubit_gate',
    metric: { ...metric, target: 'coupling', threshold: metric.threshold ?? GATE_THRESHOLD },
    mode: 'maximize',
  };
}

/** The quantities of a qubit itself, in the order of display. */
export const QUBIT_QUANTITIES = ['relaxation', 'dephasing', 'readout', 'one_qubit_gate'] as const satisfies Quantity[];
