import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ChipMap } from '../../components/chip-map/chip-map.tsx';
import type { MapPatch } from '../../components/chip-map/layer.ts';
import { MapLegend, StateKeys } from '../../components/chip-map/legend.tsx';
import { useChipNotes } from '../../components/notes/use-chip-notes.ts';
import { EmptyState } from '../../components/notice.tsx';
import { Card } from '../../components/page.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { bestPatchQuery } from '../../lib/api/queries.ts';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { Chip, ChipHealth, ChipMetrics, MetricsConfig, TargetKind, Topology } from '../../lib/api/wire.ts';
import { useMapColours } from '../../lib/look/map-colours.ts';
import { layoutChip } from '../../lib/map/chip-layout.ts';
import { mapLayer, targetsOf } from '../../lib/map/layers.ts';
import { HEALTH, healthDetails } from '../../lib/metrics/health.ts';
import { chooseMetric, metricOptions } from '../../lib/metrics/metric-choice.ts';
import { targetsWithNotes } from '../../lib/notes/targets-with-notes.ts';
import type { ChangeDashboard, DashboardSearch } from '../../lib/url/search-types.ts';
import styles from './dashboard-view.module.css';
import { Distribution } from './distribution.tsx';
import { NotesCard } from './notes-card.tsx';
import { PatchCard } from './patch-card.tsx';
import { SelectedTarget } from './selected-target.tsx';
import { ValuesCard } from './values-card.tsx';

/** Map, distributions and table of the chosen metrics. */
export function DashboardView(props: {
  chip: Chip;
  metrics: ChipMetrics;
  /** Every metric of the selected target. */
  ofTarget: ChipMetrics | undefined;
  health: ChipHealth | undefined;
  /** The instant of the view and, where it has one, its beginning. */
  view: { asOf: string | undefined; startAt: string | undefined };
  config: MetricsConfig;
  topology: Topology | undefined;
  search: DashboardSearch;
  change: ChangeDashboard;
}) {
  const { chip, metrics, health, config, topology, search, change } = props;
  const { qubit: qubitMetric, coupling: couplingMetric } = search;
  const timeZone = useTimeZone();
  const colours = useMapColours();
  const layout = useMemo(
    () =>
      topology
        ? layoutChip(topology, new Set(Object.values(metrics.coupling_metrics).flatMap(Object.keys)))
        : undefined,
    [topology, metrics],
  );
  const layers = useMemo(() => {
    const layerOf = (kind: TargetKind, requested: string | undefined) => {
      const display = chooseMetric(metricOptions(metrics, config, kind), kind, requested);
      const layer = display && mapLayer(metrics, display, targetsOf(metrics, layout, kind), colours);
      const isOfHealth = layer && health && kind === 'qubit' && layer.display.key === HEALTH;
      return isOfHealth ? { ...layer, details: healthDetails(health, config) } : layer;
    };
    return {
      qubit: layerOf('qubit', qubitMetric),
      coupling: couplingMetric === 'none' ? undefined : layerOf('coupling', couplingMetric),
    };
  }, [metrics, health, config, layout, qubitMetric, couplingMetric, colours]);
  const patch = useQuery({
    ...bestPatchQuery(chip.chip_id, search.patch ?? 1, props.view),
    enabled: search.patch !== undefined,
  });
  const found = search.patch === undefined ? undefined : patch.data;
  const mapPatch = useMemo<MapPatch | undefined>(
    () => found && { qubit: new Set(found.qubits), coupling: new Set(found.couplings) },
    [found],
  );
  const { summary } = useChipNotes(chip.chip_id, search.cooldown);
  const withNotes = useMemo(() => targetsWithNotes(summary), [summary]);
  const active: TargetKind = search.layer === 'coupling' && layers.coupling ? 'coupling' : 'qubit';
  const layer = layers[active];
  const selected = search.target === undefined ? undefined : { kind: active, id: search.target };
  const select = (target: { kind: TargetKind; id: string } | undefined) =>
    change(
      target ? { layer: target.kind === 'qubit' ? undefined : 'coupling', target: target.id } : { target: undefined },
    );

  return (
    <div className={styles.columns}>
      <Card
        className={styles.map}
        title="Chip map"
        note={`${chip.qubit_count} qubits, ${chip.coupling_count} couplings`}
      >
        <div className={styles.legends}>
          {layers.qubit && <MapLegend layer={layers.qubit} />}
          {layers.coupling && <MapLegend layer={layers.coupling} />}
        </div>
        {layout && layout.qubits.length > 0 ? (
          <ChipMap
            label={`Map of ${chip.chip_id}: ${active === 'qubit' ? 'qubits' : 'couplings'} by ${layer?.display.title ?? 'no metric'}`}
            layout={layout}
            qubits={layers.qubit}
            couplings={layers.coupling}
            active={active}
            selected={selected}
            withNotes={withNotes}
            patch={mapPatch}
            timeZone={timeZone}
            onSelect={select}
          />
        ) : (
          <EmptyState title="This chip has no topology">
            Without positions there is no map. The table has every value.
          </EmptyState>
        )}
        <div className={styles.foot}>
          <StateKeys layer={layer} />
          <Segmented
            label="Active layer"
            value={active}
            options={[
              { value: 'qubit', label: 'Qubits' },
              { value: 'coupling', label: 'Couplings' },
            ]}
            onChange={(next) =>
              change({ layer: next === 'qubit' ? undefined : next, target: undefined, sort: undefined })
            }
          />
        </div>
      </Card>
      <div className={styles.side}>
        {selected && props.ofTarget && (
          <SelectedTarget
            chipId={chip.chip_id}
            kind={active}
            id={selected.id}
            metrics={props.ofTarget}
            health={active === 'qubit' ? health?.qubits[selected.id] : undefined}
            config={config}
            cooldown={search.cooldown}
            onClose={() => change({ target: undefined })}
          />
        )}
        {(health || search.patch !== undefined) && (
          <PatchCard
            key={search.patch}
            chip={chip}
            size={search.patch}
            found={found}
            error={search.patch === undefined ? null : patch.error}
            change={change}
          />
        )}
        <NotesCard chipId={chip.chip_id} cooldown={search.cooldown} change={change} />
        {layers.qubit && <Distribution layer={layers.qubit} search={search} change={change} />}
        {layers.coupling && <Distribution layer={layers.coupling} search={search} change={change} />}
      </div>
      {layer && (
        <ValuesCard
          className={styles.table}
          chipId={chip.chip_id}
          layer={layer}
          asOf={metrics.as_of}
          sort={search.sort}
          selected={search.target}
          withNotes={withNotes[active]}
          change={change}
        />
      )}
    </div>
  );
}
