import { useQuery } from '@tanstack/react-query';
import { levelsText } from '#shared/domain/drift/levels.ts';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { HistoryChart, SourceLegend } from '../../components/charts/history-chart.tsx';
import { useChipEvents } from '../../components/charts/use-chip-events.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Pending } from '../../components/pending.tsx';
import { MetricQuantity } from '../../components/quantity/quantity.tsx';
import { ClockTime } from '../../components/relative-time.tsx';
import { RunFlowButton } from '../../components/runs/run-flow-button.tsx';
import { ValueOrigin } from '../../components/runs/value-origin.tsx';
import { ExcludedMark, GateState } from '../../components/status.tsx';
import { historyQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { MetricHistoryItem, TargetKind } from '../../lib/api/wire.ts';
import { type DriftAlert, seriesDriftQuery } from '../../lib/drift/queries.ts';
import { sinceText, stateText } from '../../lib/drift/words.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { historyPointsOf } from '../../lib/metrics/history-point.ts';

interface HistoryProps {
  chipId: string;
  kind: TargetKind;
  target: string;
  display: MetricDisplay;
}

/** Every value of one metric of one target over time, with what happened on the chip. */
export function MetricHistory(props: HistoryProps) {
  const { display } = props;
  const timeZone = useTimeZone();
  const now = useNow(undefined);
  const history = useQuery(historyQuery(props.chipId, props.kind, props.target, display.key));
  const events = useChipEvents(props.chipId);
  const drift = useQuery(seriesDriftQuery(props.chipId, { ...props, metric: display.key }));
  if (!history.data) return <Pending error={history.error} what="the history" />;
  const items = history.data.history;
  if (items.length === 0)
    return (
      <>
        <p>No values yet</p>
        <div>
          <RunFlowButton chipId={props.chipId} label="Measure…" variant="plain" />
        </div>
      </>
    );
  const marks = (drift.data?.alerts.items ?? []).map((alert) => markOf(alert, display, timeZone, now));
  const points = items.flatMap((item) => historyPointsOf(item, display));
  return (
    <>
      <HistoryChart
        label={`${display.title} over time, ${items.length} values`}
        unit={display.unit}
        timeZone={timeZone}
        points={points}
        marks={marks}
        events={events}
      />
      <SourceLegend points={points} />
      {marks.length > 0 && (
        <ul aria-label="Drift">
          {marks.map(({ from, text }) => (
            <li key={from}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Every value of one metric of one target, newest first, with who and what brought it. */
export function HistoryTable(props: HistoryProps) {
  const { display } = props;
  const history = useQuery(historyQuery(props.chipId, props.kind, props.target, display.key));
  if (!history.data) return <Pending error={history.error} what="the history" />;
  const items = history.data.history;
  const columns: Column<MetricHistoryItem>[] = [
    { id: 'measured', title: 'Measured', cell: (item) => <ClockTime at={item.calibrated_at} /> },
    {
      id: 'value',
      title: 'Value',
      number: true,
      cell: (item) => (
        <>
          {item.excluded && <ExcludedMark reason={item.excluded_reason} />}{' '}
          {item.gate && <GateState state={item.gate.state} reason={item.gate.reason} />}{' '}
          {item.value === null ? 'faulty' : <MetricQuantity display={display} stored={storedOf(item.value, item)} />}
        </>
      ),
    },
    {
      id: 'source',
      title: 'Source',
      cell: (item) => <ValueOrigin taskId={item.task_id} executionId={item.execution_id} source={item.source} />,
    },
    {
      id: 'by',
      title: 'Recorded by',
      cell: ({ recorded_by: by, reason }) => [by, reason].filter(Boolean).join(': ') || '–',
      wrap: true,
    },
  ];
  return (
    <DataTable
      bare
      compact
      tall
      label="History"
      columns={columns}
      rows={items}
      rowKey={(item) => `${item.calibrated_at} ${item.recorded_at} ${item.task_id ?? ''}`}
    />
  );
}

/** From the day on which values began to be worse to that of its end, both in UTC. */
const markOf = (alert: DriftAlert, display: MetricDisplay, timeZone: string, now: number) => ({
  from: `${alert.since}T00:00:00.000Z`,
  to: alert.ended_on === null ? null : `${alert.ended_on}T23:59:59.999Z`,
  text: `Drift: ${levelsText(alert, display)}, ${sinceText(alert, now)}, ${stateText(alert, timeZone, now)}`,
});

const storedOf = (value: number, item: MetricHistoryItem) => ({ value, error: item.error, unit: item.unit });
