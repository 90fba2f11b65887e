import { queryOptions } from '@tanstack/react-query';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';
import { besideValues } from '../../../values/lib/metrics/beside-values.ts';
import type { RecentValue } from '../../../values/lib/metrics/recent.ts';

type ChipMedians = ResponseBody<'getChipMedians'>;

/** Days that are over rarely change: only by later corrections. */
const staleTime = 3_600_000;

/** The medians of metrics as of the ends of the last 30 days, or of those before an instant. */
export const chipMediansQuery = (chipId: string, timezone: string, metrics: string[], asOf: string | undefined) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'medians', timezone, metrics, asOf),
    queryFn: () =>
      api.getChipMedians({ params: { chip_id: chipId }, query: { timezone, days: 30, metrics, as_of: asOf } }),
    staleTime,
  });

/** The medians of a metric to draw: only of days with measurements, since other days repeat the earlier median. */
export function measuredMedians({ days, ...found }: ChipMedians, display: MetricDisplay): RecentValue[] {
  const { kind, key } = display;
  const medians = (kind === 'qubit' ? found.qubit_metrics : found.coupling_metrics)[key] ?? [];
  const drawn = medians.flatMap(({ median, measured }, n) =>
    median === null || measured === 0 ? [] : [{ at: Date.parse(days[n]?.as_of ?? ''), value: display.toDrawn(median) }],
  );
  return besideValues(drawn, display.unit);
}
