import { useQuery } from '@tanstack/react-query';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { MetricHistoryChart } from '../../../ui/components/charts/metric-history-chart.tsx';
import { useChipEvents } from '../../../ui/components/charts/use-chip-events.ts';
import { useShownWindow } from '../../../ui/components/charts/use-shown-window.ts';
import { Pending } from '../../../ui/components/pending.tsx';
import { usePast } from '../../../ui/lib/api/past.ts';
import { historyQuery } from '../../../ui/lib/api/queries.ts';

/** One metric of one target over time, with the begins of runs, and cool-downs that cut it. */
export function MetricOverTime(props: { chipId: string; target: string; display: MetricDisplay; name: string }) {
  const { chipId, target, display } = props;
  const history = useQuery(historyQuery(chipId, display.kind, target, display.key, usePast()?.asOf));
  const events = useChipEvents(chipId);
  const [shown, show] = useShownWindow();
  if (!history.data) return <Pending error={history.error} what="the history" />;
  if (history.data.history.length === 0) return <p>No values yet</p>;
  return (
    <MetricHistoryChart
      display={display}
      items={history.data.history}
      name={props.name}
      events={events}
      shown={shown}
      onShow={show}
    />
  );
}
