import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { ChipMap, type ChipMapProps } from '../../../chips/components/chip-map/chip-map.tsx';
import { MapLegend } from '../../../chips/components/chip-map/legend.tsx';
import type { ChipLayout } from '../../../chips/lib/map/chip-layout.ts';
import { type MapLayer, mapLayer, targetsOf } from '../../../chips/lib/map/layers.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { chipMetricsQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip, ChipMetrics, LatticeKind } from '../../../ui/lib/api/wire.ts';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { useMapColours } from '../../lib/look/map-colours.ts';
import { countCells, populationText } from '../../lib/metrics/cells.ts';
import type { MetricsView } from '../../lib/metrics/view.ts';
import { DistributionOf } from './distribution.tsx';
import styles from './metric-section.module.css';

/** The positions of the targets of a chip, and which of them are selected and have notes. */
export type MetricPlaces = Pick<ChipMapProps, 'selected' | 'withNotes' | 'onSelect'> & {
  layout: ChipLayout | undefined;
};

/** One metric by itself: its map, its distribution and its coverage. */
export function MetricSection(props: {
  chip: Chip;
  metrics: ChipMetrics;
  view: MetricsView;
  display: MetricDisplay;
  places: MetricPlaces;
  search: DashboardSearch;
  change: ChangeDashboard;
  onClose: () => void;
}) {
  const { chip, display, search, change } = props;
  const { key } = display;
  const kind = display.kind as LatticeKind;
  const table = (of: ChipMetrics) => of[`${kind}_metrics`];
  // Of a large chip the cells of the chosen metrics alone have come.
  const isThere = Object.hasOwn(table(props.metrics), key);
  const fetched = useQuery({ ...chipMetricsQuery(chip.chip_id, props.view, { metrics: [key] }), enabled: !isThere });
  const metrics = isThere ? props.metrics : fetched.data;
  const colours = useMapColours();
  const { layout } = props.places;
  const layer = useMemo(
    () => metrics && mapLayer(metrics, display, targetsOf(metrics, layout, kind), colours),
    [metrics, display, layout, kind, colours],
  );
  if (!layer)
    return (
      <Card title={display.title}>
        <Pending error={fetched.error} what={display.title} />
      </Card>
    );
  return (
    <Card title={display.title} note={populationText(countCells(layer.cells))}>
      <MapLegend layer={layer} />
      {layout && layout.qubits.length > 0 && <SectionMap {...props} kind={kind} layer={layer} layout={layout} />}
      <DistributionOf layer={layer} search={search} change={change} />
      <div className={styles.actions}>
        <Button small onClick={() => change({ [kind]: key, layer: kind === 'qubit' ? undefined : 'coupling' })}>
          Show above
        </Button>
        <Button small variant="quiet" onClick={props.onClose}>
          Close
        </Button>
      </div>
    </Card>
  );
}

function SectionMap(props: {
  chip: Chip;
  kind: LatticeKind;
  layer: MapLayer;
  layout: ChipLayout;
  places: MetricPlaces;
}) {
  const { chip, kind, layer, places } = props;
  const timeZone = useTimeZone();
  return (
    <ChipMap
      label={`Map of ${chip.chip_id}: ${layer.display.title}`}
      layout={props.layout}
      qubits={kind === 'qubit' ? layer : undefined}
      couplings={kind === 'coupling' ? layer : undefined}
      active={kind}
      selected={places.selected}
      withNotes={places.withNotes}
      timeZone={timeZone}
      onSelect={places.onSelect}
      hasTools={false}
    />
  );
}
