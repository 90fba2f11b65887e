import type { ChipRecord } from '#shared/chips/store/chips.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { mean } from '#shared/values/rules/statistics.ts';
import { meanOfAngles } from '#shared/values/rules/units/angles.ts';
import { inOneUnit, type LeftOut } from '#shared/values/rules/units/one-unit.ts';
import { turnOf } from '#shared/values/rules/units/unit.ts';
import { chipMetrics } from '#shared/values/verbs/chip-metrics.ts';
import type { MetricCell, MetricTable } from '#shared/values/verbs/metric-table.ts';

/** The mean of the current values of a metric, of angles modulo a turn. */
export interface MetricAverage {
  mean: number;
  unit: string;
  /** Targets whose value does not convert into that unit. */
  leftOut: readonly LeftOut<MetricCell>[];
}

/** The means of all metrics that a qubit of the chip has. @throws ServiceError `not-found`. */
export async function chipAverages(
  ctx: ProjectContext,
  chipId: string,
): Promise<{ chip: ChipRecord; averages: Record<string, MetricAverage> }> {
  const { chip, qubit } = await chipMetrics(ctx, chipId, {});
  const averages = Object.entries(qubit).flatMap(([metric, cells]): [string, MetricAverage][] => {
    const { unit, numbers, leftOut } = inOneUnit(describeMetric(metric, 'qubit'), Object.values(cells));
    const mean = meanOf(
      numbers.map(({ value }) => value),
      unit,
    );
    return mean === undefined ? [] : [[metric, { mean, unit, leftOut }]];
  });
  return { chip, averages: Object.fromEntries(averages) };
}

/** @throws ServiceError `not-found`. */
export async function chipHeatmap(ctx: ProjectContext, chipId: string, metric: string): Promise<ChipHeatmap> {
  return heatmapOf(metric, await chipMetrics(ctx, chipId, { metrics: [metric] }));
}

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

/** The mean of numbers in one unit, of angles modulo a turn; whatever their order. */
export const meanOf = (values: readonly number[], unit: string): number | undefined =>
  turnOf(unit) === undefined ? mean(values.toSorted((a, b) => a - b)) : meanOfAngles(values, unit);
