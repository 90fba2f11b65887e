import { useQuery } from '@tanstack/react-query';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { ChartFiles } from '../../components/charts/chart-files.tsx';
import { HistoryChart, SourceLegend } from '../../components/charts/history-chart.tsx';
import { useChipEvents } from '../../components/charts/use-chip-events.ts';
import { Pending } from '../../components/pending.tsx';
import { historyQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { historyPointsOf } from '../../lib/metrics/history-point.ts';

/** One metric of one target over time, with the begins of runs, and cool-downs that cut it. */
export function MetricOverTime(props: { chipId: string; target: string; display: MetricDisplay; name: string }) {
  const { chipId, target, display } = props;
  const timeZone = useTimeZone();
  const history = useQuery(historyQuery(chipId, display.kind, target, display.key));
  const events = useChipEvents(chipId);
  if (!history.data) return <Pending error={history.error} what="the history" />;
  const items = history.data.history;
  const points = items.flatMap((item) => historyPointsOf(item, display));
  if (points.length === 0) return <p>No values yet</p>;
  const rows = () => [
    ['measured_at', 'value', 'error', 'unit', 'source', 'excluded', 'execution_id', 'task_id'],
    ...items.map((item) => [
      ...[item.calibrated_at, item.value ?? '', item.error ?? '', item.unit, item.source, item.excluded],
      ...[item.execution_id ?? '', item.task_id ?? ''],
    ]),
  ];
  return (
    <ChartFiles name={props.name} rows={rows}>
      <HistoryChart
        label={`${display.title} over time, ${items.length} values`}
        unit={display.unit}
        timeZone={timeZone}
        points={points}
        events={events}
      />
      <SourceLegend points={points} />
    </ChartFiles>
  );
}
