import type { Context } from '../../../kernel/context.ts';
import { mapInSlices } from '../../../kernel/in-slices.ts';
import { orRethrow, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import { claimMetricUnits, getMetricUnits, metricName } from '../../../values/store/metric-units.ts';
import { fittingOf, type OpenMetric, openMetricsOf } from '../../rules/import/fit-units.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';

/** A plan in the fixed units of its project; a metric without one stays in the unit of its first value. */
export async function inProjectUnits(
  { db }: Pick<Context, 'db'>,
  projectId: string,
  plan: ImportPlan,
): Promise<ImportPlan> {
  const open = openMetricsOf(plan);
  if (open.length === 0) return plan;
  const known = await getMetricUnits(db, projectId, open);
  return fitInto(plan, open, known);
}

/** The same, and fixes the units of first values. A repeat changes nothing. */
export function claimProjectUnits(
  { db }: Pick<Context, 'db'>,
  projectId: string,
  plan: ImportPlan,
): Promise<ImportPlan> {
  const open = openMetricsOf(plan);
  return retryOnConflict(orRethrow(3), async () => {
    const known = open.length === 0 ? new Map<string, string>() : await getMetricUnits(db, projectId, open);
    const first = open.filter((one) => !known.has(metricName(one)));
    await claimMetricUnits(
      db,
      first.map((one) => ({ ...one, projectId })),
    );
    return fitInto(plan, open, known);
  });
}

async function fitInto(
  plan: ImportPlan,
  open: readonly OpenMetric[],
  known: ReadonlyMap<string, string>,
): Promise<ImportPlan> {
  if (open.length === 0) return plan;
  const fitting = fittingOf(
    plan,
    open.map((one) => ({ ...one, unit: known.get(metricName(one)) ?? one.unit })),
  );
  return fitting.done(await mapInSlices(plan.targets, (target) => fitting.target(target)));
}
