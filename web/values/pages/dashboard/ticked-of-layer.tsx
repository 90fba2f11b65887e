import type { MapLayer } from '../../../chips/lib/map/layers.ts';
import { TickedBar } from '../../components/ticked/ticked-bar.tsx';
import { isMadeUp } from '../../lib/metrics/metric-choice.ts';
import { csvName, valuesCsv } from '../../lib/metrics/values-csv.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import type { DashboardTicks } from './ticks.ts';

/** What can be done with the ticked targets of a layer, and with the results that brought its metric. */
export function TickedOfLayer(props: { chipId: string; layer: MapLayer; ticks: DashboardTicks; view: MetricsView }) {
  const { chipId, layer, ticks } = props;
  const { display } = layer;
  const cells = layer.cells.filter(({ target }) => ticks.ticked.has(target));
  return (
    <TickedBar
      chipId={chipId}
      targets={cells.map(({ target: id }) => ({ kind: display.kind, id }))}
      wanted={cells.map(({ target: id }) => ({
        ...{ kind: display.kind, id },
        metric: isMadeUp(display.key) ? undefined : display.key,
      }))}
      results={[...new Set(cells.flatMap(({ taskId }) => taskId ?? []))]}
      view={props.view}
      file={() => ({ name: csvName(chipId, display, 'ticked'), rows: valuesCsv(cells, display, layer.details) })}
      onClear={() => ticks.set([])}
    />
  );
}
