import type { RequestOf } from '#shared/api/define.ts';
import type { metricOperations } from '#shared/values/contract/operations/metrics.ts';
import type { MetricsQuery } from '#shared/values/verbs/chip-metrics.ts';

/** Which values a request wants. */
export const metricsQueryOf = (
  query: RequestOf<(typeof metricOperations)['getChipMetrics']>['query'],
): MetricsQuery => ({
  selectionMode: query.selection_mode,
  withinHours: query.within_hours,
  startAt: query.start_at,
  endAt: query.end_at,
  asOf: query.as_of,
  cooldownId: query.cooldown_id,
  metrics: query.metrics,
  targets: query.targets,
});
