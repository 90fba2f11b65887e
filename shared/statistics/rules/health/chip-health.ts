import { type Health, type HealthInput, healthOf, shareOfTarget } from '../health.ts';
import type { HealthMetric } from './quantities.ts';

/** A value that counts, in the unit of its metric's goal, or a faulty mark. */
export interface CountedValue {
  /** The qubit or coupling that it is of. */
  target: string;
  metric: HealthMetric;
  /** Null for a faulty mark. */
  value: number | null;
  isStale: boolean;
  /** When it was measured. */
  at: string;
  ageSeconds: number;
  /** Where it comes from; undefined for a faulty mark. */
  source: string | undefined;
  executionId: string | undefined;
  taskId: string | undefined;
}

/** A value with the share of its goal that it reaches. */
export interface SharedValue extends CountedValue {
  share: number;
}

/** How healthy a qubit is, by what, and what it lacks (rule HEALTH-2). */
export interface QubitHealth extends Health {
  /** Metrics of the quantities that have neither a value nor a faulty mark. */
  missing: string[];
  faulty: string[];
  /** Age of the oldest value that counts; null without one. */
  oldestSeconds: number | null;
  /** When the newest was measured; null without one. */
  newestAt: string | null;
  values: SharedValue[];
}

/**
 * The health of a qubit by the metrics of its chip.
 * @param metrics those that count, of qubits and, where couplings count, of couplings.
 * @param values of the qubit itself and of its couplings.
 */
export function qubitHealth(metrics: readonly HealthMetric[], values: readonly CountedValue[]): QubitHealth {
  const shared = values.map((value): SharedValue => ({ ...value, share: shareOfTarget(inputOf(value)) }));
  const of = (target: 'qubit' | 'coupling') => shared.filter(({ metric }) => metric.metric.target === target);
  const quantities = Map.groupBy(metrics, ({ quantity }) => quantity);
  const health = healthOf(of('qubit').map(inputOf), gateInputs(of('coupling')), quantities.size);
  const known = new Set(values.map(({ metric }) => metric.quantity));
  const ages = values.map(({ ageSeconds }) => ageSeconds);
  return {
    ...health,
    missing: [...quantities].flatMap(([quantity, [first]]) =>
      first && !known.has(quantity) ? [first.metric.key] : [],
    ),
    faulty: [...new Set(values.filter(({ value }) => value === null).map(({ metric }) => metric.metric.key))],
    oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
    newestAt:
      values
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null,
    values: shared,
  };
}

/** The gates at a qubit are one quantity, named by the gate that reaches the least of its goal. */
function gateInputs(gates: readonly SharedValue[]): HealthInput[] {
  const [least] = [...gates].sort((a, b) => a.share - b.share || (a.metric.metric.key < b.metric.metric.key ? -1 : 1));
  return gates.map((gate) => ({ ...inputOf(gate), metric: least?.metric.metric.key ?? '' }));
}

const inputOf = ({ metric: { metric, mode }, value, isStale }: CountedValue): HealthInput => ({
  metric: metric.key,
  value,
  target: metric.threshold.value,
  mode,
  isFidelity: metric.isFidelity,
  isStale,
});
