import type { ChipRecord } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { describeMetric } from '../rules/catalogue.ts';
import { meanOf } from '../rules/units/mean-of.ts';
import { inOneUnit, type LeftOut } from '../rules/units/one-unit.ts';
import { chipMetrics } from './chip-metrics.ts';
import { type ChipHeatmap, heatmapOf } from './heatmap-of.ts';
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

/** @throws ServiceError `not-found`. */
export async function chipHeatmap(ctx: ProjectContext, chipId: string, metric: string): Promise<ChipHeatmap> {
  return heatmapOf(metric, await chipMetrics(ctx, chipId, { metrics: [metric] }));
}
