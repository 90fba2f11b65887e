import type { ProjectContext } from '../../context.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { meanOf } from '../../domain/metrics/units/angles.ts';
import { inOneUnit, type LeftOut } from '../../domain/metrics/units/one-unit.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import { chipMetrics } from './chip-metrics.ts';
import type { MetricCell } from './metric-table.ts';

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

/** The current values of a metric by target. */
export interface ChipHeatmap {
  /** In `unit`; null for a value that is known to be faulty. */
  values: Record<string, number | null>;
  /** Undefined without a value. */
  unit: string | undefined;
  /** Targets whose value does not convert into that unit: they are not among the values. */
  leftOut: readonly LeftOut<MetricCell>[];
}

/** @throws ServiceError `not-found`. */
export async function chipHeatmap(ctx: ProjectContext, chipId: string, metric: string): Promise<ChipHeatmap> {
  const { qubit, coupling } = await chipMetrics(ctx, chipId, { metrics: [metric] });
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
