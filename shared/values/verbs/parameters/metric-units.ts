import type { TargetRecord } from '../../../chips/store/chips.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import { hasOpenUnit } from '../../rules/manual-value.ts';
import { getMetricUnits, type MetricUnitRecord, type MetricUnits, metricName } from '../../store/metric-units.ts';
import type { SampleRecord } from '../../store/samples.ts';

/** The units that the project has fixed for those of the metrics that the catalogue leaves open. */
export async function unitsOfEdit(
  { db, projectId }: Pick<ProjectContext, 'db' | 'projectId'>,
  { kind }: Pick<TargetRecord, 'kind'>,
  metrics: readonly string[],
): Promise<MetricUnits> {
  const open = metrics.filter((metric) => hasOpenUnit(describeMetric(metric, kind)));
  if (open.length === 0) return new Map();
  return getMetricUnits(
    db,
    projectId,
    open.map((metric) => ({ kind, metric })),
  );
}

/** The units that metrics get by these samples, since the project has none for them yet. */
export function firstUnits(
  projectId: string,
  kind: TargetRecord['kind'],
  samples: readonly Pick<SampleRecord, 'metric' | 'unit'>[],
  known: MetricUnits,
): MetricUnitRecord[] {
  return samples
    .filter(({ metric }) => hasOpenUnit(describeMetric(metric, kind)) && !known.has(metricName({ kind, metric })))
    .map(({ metric, unit }) => ({ projectId, kind, metric, unit }));
}
