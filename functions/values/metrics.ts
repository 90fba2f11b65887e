import type { RequestOf } from '#shared/api/define.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { weeklyPdf } from '#shared/statistics/verbs/reports/weekly-pdf.ts';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import { metricOperations } from '#shared/values/contract/operations/metrics.ts';
import type { DayMedian } from '#shared/values/rules/median-course.ts';
import { chipMetrics } from '#shared/values/verbs/chip-metrics.ts';
import { readMeasuredChip } from '#shared/values/verbs/measured-chip.ts';
import { medianDays } from '#shared/values/verbs/median-days.ts';
import { metricHistory, readHistoryOrigin } from '#shared/values/verbs/metric-history.ts';
import { metricsPdf } from '#shared/values/verbs/metrics-pdf.ts';
import { measuredTargetOf } from '../chips/target.ts';
import { endpoint, endpointWithEarlyRead } from '../http/endpoint.ts';
import { mapValues } from '../http/map-values.ts';
import { Reply } from '../http/response.ts';
import { changesByClock } from '../http/revised.ts';
import { metricsQueryOf } from './metrics-query.ts';
import { presentCoverage, presentHeldReading, presentHistory, presentTable } from './present.ts';

export const downloadMetricsPdf = endpoint(metricOperations.downloadMetricsPdf, async ({ ctx, params, query }) => {
  const { report, timezone: timeZone = 'UTC', as_of: asOf, selection_mode, ...others } = query;
  if (report === 'metrics')
    return {
      bytes: await metricsPdf(ctx, params.chip_id, metricsQueryOf(query)),
      contentType: 'application/pdf',
      fileName: `${params.chip_id}-metrics.pdf`,
    };
  const unused = Object.entries({
    ...others,
    selection_mode: selection_mode === 'latest' ? undefined : selection_mode,
  });
  const [name] = unused.find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) throw invalid(`'${name}' is not used by the report of a week`);
  return {
    bytes: await weeklyPdf(ctx, params.chip_id, { asOf, timeZone }),
    contentType: 'application/pdf',
    fileName: `${params.chip_id}-week.pdf`,
  };
});

const presentCourse = (course: readonly DayMedian[]) =>
  course.map(({ leftOut, ...median }) => ({ ...median, left_out: leftOut }));

export const getChipMedians = endpointWithEarlyRead(
  metricOperations.getChipMedians,
  (ctx, { params }) => readMeasuredChip(ctx, params.chip_id),
  async ({ ctx, query: { timezone, days, metrics, as_of: asOf } }, begun) => {
    const found = await medianDays(ctx, begun, { timeZone: timezone, days, metrics, asOf });
    return {
      chip_id: begun.chip.chipId,
      timezone,
      days: found.days.map(({ date, end }) => ({ date, as_of: end })),
      qubit_metrics: mapValues(found.qubit, presentCourse),
      coupling_metrics: mapValues(found.coupling, presentCourse),
    };
  },
);

export const getChipMetrics = endpoint(metricOperations.getChipMetrics, async ({ ctx, params, query }) => {
  const { before_as_of: asOf, before_start_at: startAt } = query;
  if (startAt !== undefined && asOf === undefined) throw invalid('before_start_at needs before_as_of');
  const before = asOf === undefined ? undefined : { asOf, startAt };
  const metrics = await chipMetrics(ctx, params.chip_id, { ...metricsQueryOf(query), before });
  const answer = {
    chip_id: metrics.chip.chipId,
    username: metrics.chip.username,
    qubit_count: metrics.chip.qubitCount,
    coupling_count: metrics.chip.couplingCount,
    topology_id: metrics.chip.topologyId,
    selection_mode: query.selection_mode,
    within_hours: query.within_hours ?? null,
    start_at: metrics.startAt ?? null,
    end_at: metrics.endAt ?? null,
    cooldown_id: query.cooldown_id ?? null,
    as_of: metrics.asOf,
    newest_at: metrics.newestAt ?? null,
    qubit_metrics: presentTable(metrics.qubit, query.selection_mode),
    coupling_metrics: presentTable(metrics.coupling, query.selection_mode),
    held_values: metrics.held.map(presentHeldReading),
    qubit_coverage: presentCoverage(metrics.qubitCoverage),
    coupling_coverage: presentCoverage(metrics.couplingCoverage),
    median_changes: metrics.medianChanges ?? null,
    element_metrics: mapValues(metrics.elements, ({ table }) => presentTable(table, query.selection_mode)),
    element_coverage: mapValues(metrics.elements, ({ coverage }) => presentCoverage(coverage)),
  };
  return new Reply(answer, changesByClock(ctx));
});

export const getMetricsConfig = endpoint(metricOperations.getMetricsConfig, async ({ ctx }) =>
  metricsConfig(ctx.freshnessHours),
);

type Request =
  | RequestOf<typeof metricOperations.getQubitMetricHistory>
  | RequestOf<typeof metricOperations.getCouplingMetricHistory>;

const subjectOf = ({ params, query }: Pick<Request, 'params' | 'query'>) => ({
  chipId: params.chip_id,
  ...measuredTargetOf(params, query),
  metric: query.metric,
});

const getTargetMetricHistory = (
  operation: typeof metricOperations.getQubitMetricHistory | typeof metricOperations.getCouplingMetricHistory,
) =>
  endpointWithEarlyRead(
    operation,
    (ctx, request) => readHistoryOrigin(ctx, subjectOf(request), request.query.cooldown_id),
    async ({ ctx, params, query }, origin) => {
      const { within_days: withinDays, limit, as_of: asOf, cooldown_id: cooldownId } = query;
      const window = { withinDays, limit, asOf, cooldownId };
      return presentHistory(await metricHistory(ctx, subjectOf({ params, query }), window, origin), query.metric);
    },
  );

export const getQubitMetricHistory = getTargetMetricHistory(metricOperations.getQubitMetricHistory);
export const getCouplingMetricHistory = getTargetMetricHistory(metricOperations.getCouplingMetricHistory);
