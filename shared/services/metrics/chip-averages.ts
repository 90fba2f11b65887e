import type { ProjectContext } from '../../context.ts';
import type { ChipRecord } from '../../store/chips/chips.ts';
import { chipMetrics } from './chip-metrics.ts';

/** The mean of the current values of every metric that a qubit of the chip has. @throws ServiceError `not-found`. */
export async function chipAverages(
  ctx: ProjectContext,
  chipId: string,
): Promise<{ chip: ChipRecord; averages: Record<string, number> }> {
  const { chip, qubit } = await chipMetrics(ctx, chipId, {});
  const averages = Object.entries(qubit).flatMap(([metric, cells]) => {
    const values = Object.values(cells).flatMap(({ value }) => (value === null ? [] : [value]));
    return values.length === 0
      ? []
      : [[metric, values.reduce((sum, value) => sum + value, 0) / values.length] as const];
  });
  return { chip, averages: Object.fromEntries(averages) };
}

/** The current values of a metric by target, null for one that is known to be faulty, and their unit. @throws ServiceError `not-found`. */
export async function chipHeatmap(
  ctx: ProjectContext,
  chipId: string,
  metric: string,
): Promise<{ values: Record<string, number | null>; unit: string | undefined }> {
  const { qubit, coupling } = await chipMetrics(ctx, chipId, { metrics: [metric] });
  const cells = { ...qubit[metric], ...coupling[metric] };
  const values = Object.fromEntries(Object.entries(cells).map(([id, { value }]) => [id, value]));
  return { values, unit: Object.values(cells).find(({ value }) => value !== null)?.unit };
}
