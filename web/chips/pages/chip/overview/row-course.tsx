import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { Sparkline } from '../../../../ui/components/charts/sparkline.tsx';
import { api } from '../../../../ui/lib/api/api.ts';
import { inProject, metricsConfigQuery } from '../../../../ui/lib/api/queries.ts';
import type { TargetKind } from '../../../../ui/lib/api/wire.ts';
import { useNearView } from '../../../../ui/lib/hooks/use-near-view.ts';
import { historyPointsOf } from '../../../../values/lib/metrics/history-point.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';

interface Series {
  chipId: string;
  kind: TargetKind;
  id: string;
  metric: string;
}

const days = 30;

/** What was measured of one metric on one target in the last 30 days, newest first. */
const recentHistoryQuery = ({ chipId, kind, id, metric }: Series) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'recent-history', kind, id, metric),
    queryFn: () => {
      const query = { metric, within_days: days, limit: 200 };
      return kind === 'qubit'
        ? api.getQubitMetricHistory({ params: { chip_id: chipId, qid: id }, query })
        : api.getCouplingMetricHistory({ params: { chip_id: chipId, coupling_id: id }, query });
    },
  });

/** How the values of a row went over the last 30 days; held ones are among them, excluded ones are not. Asked for where it is seen. */
export function RowCourse(series: Series) {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useNearView(place);
  const config = useQuery(metricsConfigQuery());
  const { data } = useQuery({ ...recentHistoryQuery(series), enabled: isNear });
  const display = displayOf(config.data, series.kind, series.metric);
  const values = historyPointsOf(data?.history ?? [], display)
    .flatMap(({ at, value, isExcluded }) => (value === null || isExcluded ? [] : [{ at: Date.parse(at), value }]))
    .sort((a, b) => a.at - b.at);
  const numbers = values.map(({ value }) => value);
  const text = (value: number) => formatQuantity(value, null, display.unit);
  return (
    <span ref={place}>
      <Sparkline
        label={`${display.title} over ${days} days: ${text(Math.min(...numbers))} to ${text(Math.max(...numbers))}`}
        values={values}
        isLog={display.isError}
      />
    </span>
  );
}
