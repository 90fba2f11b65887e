import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import { levelsText } from '#shared/statistics/rules/drift/levels.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { useChipNotes } from '../../../notes/components/use-chip-notes.ts';
import { notesOf } from '../../../notes/lib/queries.ts';
import { firstLine } from '../../../notes/lib/text.ts';
import { type DriftAlert, seriesDriftQuery } from '../../../statistics/lib/drift/queries.ts';
import { sinceText, stateText } from '../../../statistics/lib/drift/words.ts';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import type { HistoryPoint } from '../../../values/lib/metrics/history-point.ts';
import { usePast } from '../../lib/api/past.ts';
import { historyQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { TargetKind } from '../../lib/api/wire.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { Pending } from '../pending.tsx';
import styles from './chart.module.css';
import type { TimeEvent } from './history-chart.tsx';
import { MetricHistoryChart } from './metric-history-chart.tsx';
import { useChipEvents } from './use-chip-events.ts';
import { useShownWindow } from './use-shown-window.ts';

/** Which series a history is of. */
export interface Series {
  chipId: string;
  kind: TargetKind;
  target: string;
  display: MetricDisplay;
}

/** Every value of one metric of one target over time, with what happened on the chip. */
export function TargetHistory(
  props: Series & {
    /** Shown while there is no value. */
    empty: ReactNode;
    /** Points without a value of the metric, such as failed tasks. */
    others?: readonly HistoryPoint[];
    /** The result that the page is about. */
    taskId?: string;
  },
) {
  const { display } = props;
  const timeZone = useTimeZone();
  const now = useNow(undefined);
  const past = usePast();
  const history = useQuery(historyQuery(props.chipId, props.kind, props.target, display.key, past?.asOf));
  const [shown, show] = useShownWindow();
  const events = [...useChipEvents(props.chipId), ...useNoteEvents(props)];
  // Alerts are computed from all days each time: earlier alerts are not stored.
  const drift = useQuery({ ...seriesDriftQuery(props.chipId, { ...props, metric: display.key }), enabled: !past });
  if (!history.data)
    return (
      <div className={styles.roomOfHistory}>
        <Pending error={history.error} what="the history" />
      </div>
    );
  const items = history.data.history;
  if (items.length === 0) return props.empty;
  const marks = ((past ? undefined : drift.data?.alerts.items) ?? []).map((alert) =>
    markOf(alert, display, timeZone, now),
  );
  return (
    <>
      <MetricHistoryChart
        display={display}
        items={items}
        others={props.others}
        taskId={props.taskId}
        name={fileNameOf(props)}
        marks={marks}
        events={events}
        shown={shown}
        onShow={show}
      />
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

const fileNameOf = ({ chipId, kind, target, display }: Series) =>
  `${chipId}-${targetLabel(kind, target)}-${display.key}`.replace(/[^\p{L}\p{N}._-]+/gu, '-');

/** The times of the target's comments and of its current note. */
function useNoteEvents({ chipId, kind, target }: Series): TimeEvent[] {
  const asOf = usePast()?.asOf;
  const { summary } = useChipNotes(chipId, undefined);
  // Elements have no notes.
  if (!summary || isElementKind(kind)) return [];
  const { note, comments } = notesOf(summary, kind, target);
  const all = [
    ...(note.updated_at === null ? [] : [{ at: note.updated_at, by: note.updated_by, content: note.content }]),
    ...comments.map(({ created_at: at, created_by: by, content }) => ({ at, by, content })),
  ];
  return all
    .filter(({ at }) => asOf === undefined || at <= asOf)
    .map(({ at, by, content }) => ({ at, kind: 'note', text: `${by}: ${firstLine(content)}` }));
}

/** From the day on which values began to be worse to that of its end, both in UTC. */
const markOf = (alert: DriftAlert, display: MetricDisplay, timeZone: string, now: number) => ({
  from: `${alert.since}T00:00:00.000Z`,
  to: alert.ended_on === null ? null : `${alert.ended_on}T23:59:59.999Z`,
  text: `Drift: ${levelsText(alert, display)}, ${sinceText(alert, now)}, ${stateText(alert, timeZone, now)}`,
});
