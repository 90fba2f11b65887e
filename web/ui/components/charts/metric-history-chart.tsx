import { unitField } from '#shared/devices/rules/export/unit-name.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { medianBands } from '../../../values/lib/analysis/median-bands.ts';
import { spanOf, type TimeWindow, windowIn } from '../../../values/lib/analysis/time-window.ts';
import { type HistoryPoint, historyPointsOf } from '../../../values/lib/metrics/history-point.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { MetricHistoryItem } from '../../lib/api/wire.ts';
import { plural } from '../../lib/format/words.ts';
import { ChartFiles } from './chart-files.tsx';
import { cutsOf, HistoryChart, HistoryLegend, instantsOf, type TimeEvent, type TimeMark } from './history-chart.tsx';
import { TimeZoom } from './time-zoom.tsx';

/** The history of one metric of one target with its bands and its files; a drag or its buttons look closer. */
export function MetricHistoryChart(props: {
  display: MetricDisplay;
  items: readonly MetricHistoryItem[];
  /** Points without a value, such as failed tasks. */
  others?: readonly HistoryPoint[] | undefined;
  /** The result that the page is about, which has a ring. */
  taskId?: string | undefined;
  /** What its files are called. */
  name: string;
  events: readonly TimeEvent[];
  marks?: readonly TimeMark[];
  /** The part that is looked at; absent: all of it. */
  shown: TimeWindow | undefined;
  onShow: (shown: TimeWindow | undefined) => void;
}) {
  const { display, items, name, events, onShow } = props;
  const timeZone = useTimeZone();
  const points = [...historyPointsOf(items, display, props.taskId), ...(props.others ?? [])];
  const bands = medianBands(points, cutsOf(events));
  const whole = spanOf(instantsOf(points, events));
  const shown = whole && props.shown && windowIn(whole, props.shown);
  return (
    <ChartFiles
      name={name}
      rows={() => csvRows(items, display.storedUnit)}
      tools={whole && <TimeZoom name={display.title} whole={whole} shown={shown} onChange={onShow} />}
    >
      <HistoryChart
        label={`${display.title} over time, ${plural(items.length, 'value')}`}
        unit={display.unit}
        timeZone={timeZone}
        points={points}
        bands={bands}
        events={events}
        {...(props.marks && { marks: props.marks })}
        shown={shown}
        onDrag={(window) => whole && onShow(windowIn(whole, window))}
      />
      <HistoryLegend points={points} bands={bands} events={events} />
    </ChartFiles>
  );
}

const csvRows = (items: readonly MetricHistoryItem[], storedUnit: string) => [
  ['measured_at', 'value', 'error', 'unit', 'source', 'excluded', 'execution_id', 'task_id'],
  ...items.map((item) => [
    ...[
      item.calibrated_at,
      item.value ?? '',
      item.error ?? '',
      unitField(item.unit || storedUnit),
      item.source,
      item.excluded,
    ],
    ...[item.execution_id ?? '', item.task_id ?? ''],
  ]),
];
