import { useQuery } from '@tanstack/react-query';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { ChartFiles } from '../../components/charts/chart-files.tsx';
import { HistoryChart, SourceLegend, type TimeEvent } from '../../components/charts/history-chart.tsx';
import { Pending } from '../../components/notice.tsx';
import { cooldownsQuery, historyQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import { historyPointsOf } from '../../lib/metrics/history-point.ts';
import { runsQuery, runsRequest } from '../../lib/runs/queries.ts';

/** Runs whose begins are marked: the newest. */
const mostRuns = 100;

/** One metric of one target over time, with the begins of runs, and cool-downs that cut it. */
export function MetricOverTime(props: { chipId: string; target: string; display: MetricDisplay; name: string }) {
  const { chipId, target, display } = props;
  const timeZone = useTimeZone();
  const history = useQuery(historyQuery(chipId, display.kind, target, display.key));
  const cooldowns = useQuery(cooldownsQuery(0, 100));
  const runs = useQuery(runsQuery(runsRequest({ chip: chipId }, mostRuns, timeZone)));
  if (!history.data) return <Pending error={history.error} what="the history" />;
  const items = history.data.history;
  const points = items.flatMap((item) => historyPointsOf(item, display));
  if (points.length === 0) return <p>No values yet</p>;
  const ofChip = (cooldowns.data?.cooldowns ?? []).filter(({ chip_ids: ids }) => ids.includes(chipId));
  const events: TimeEvent[] = [
    ...ofChip.flatMap(({ cooldown_id: id, started_at: start, ended_at: end }): TimeEvent[] => [
      { at: start, kind: 'cooldown', text: `${id} began` },
      ...(end === null ? [] : [{ at: end, kind: 'cooldown', text: `${id} ended` } as const]),
    ]),
    ...(runs.data?.executions ?? []).flatMap(({ execution_id: id, start_at: at }): TimeEvent[] =>
      at ? [{ at, kind: 'run', text: `Run ${id}` }] : [],
    ),
  ];
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
