import { describeMetric } from '../rules/catalogue.ts';
import { inOneUnit, type LeftOut } from '../rules/units/one-unit.ts';
import type { MetricCell, MetricTable } from './metric-table.ts';

/** The current values of a metric by target. */
export interface ChipHeatmap {
  /** In `unit`; null for a value that is known to be faulty. */
  values: Record<string, number | null>;
  /** Undefined without a value. */
  unit: string | undefined;
  /** Targets whose value is in no number of the metric: they are not among the values. */
  leftOut: readonly LeftOut<MetricCell>[];
}

/** The values of a metric in one unit, of qubits or of couplings, whichever have it. */
export function heatmapOf(metric: string, { qubit, coupling }: Record<'qubit' | 'coupling', MetricTable>): ChipHeatmap {
  const cells = [...Object.values(qubit[metric] ?? {}), ...Object.values(coupling[metric] ?? {})];
  const isOfQubits = Object.keys(qubit[metric] ?? {}).length > 0;
  const { unit, numbers, leftOut } = inOneUnit(describeMetric(metric, isOfQubits ? 'qubit' : 'coupling'), cells);
  const faulty = cells.flatMap(({ target, isFaulty }) => (isFaulty ? [[target.id, null] as const] : []));
  const known = numbers.map(({ of, value }) => [of.target.id, value] as const);
  return {
    values: Object.fromEntries([...known, ...faulty]),
    unit: numbers.length > 0 ? unit : undefined,
    leftOut,
  };
}
