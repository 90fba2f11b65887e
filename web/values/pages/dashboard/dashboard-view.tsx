import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { MapPatch } from '../../../chips/components/chip-map/layer.ts';
import { layoutChip } from '../../../chips/lib/map/chip-layout.ts';
import { mapLayer, targetsOf } from '../../../chips/lib/map/layers.ts';
import { discussedTargetsQuery, withDiscussed } from '../../../discussions/lib/marks.ts';
import { useChipNotes } from '../../../notes/components/use-chip-notes.ts';
import { targetsWithNotes } from '../../../notes/lib/targets-with-notes.ts';
import { ClockTime, RelativeTime } from '../../../ui/components/relative-time.tsx';
import { bestPatchQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip, ChipHealth, ChipMetrics, LatticeKind, MetricsConfig, Topology } from '../../../ui/lib/api/wire.ts';
import { usePhone } from '../../../ui/lib/hooks/use-media.ts';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { useMapColours } from '../../lib/look/map-colours.ts';
import { BEST_GATE, HEALTH } from '../../lib/metrics/gate-key.ts';
import { healthDetails } from '../../lib/metrics/health.ts';
import { chooseMetric, metricOptions } from '../../lib/metrics/metric-choice.ts';
import { type MetricsView, modeOf } from '../../lib/metrics/view.ts';
import { Answer } from './answer.tsx';
import styles from './dashboard-view.module.css';
import { Distribution } from './distribution.tsx';
import { MapCard } from './map-card.tsx';
import { usePanelFocus } from './panel-focus.ts';
import { useDashboardTicks } from './ticks.ts';
import { ValuesCard } from './values-card.tsx';

// Below the fold.
const NotesCard = lazy(() => import('./notes-card.tsx').then((module) => ({ default: module.NotesCard })));
const AllMetrics = lazy(() => import('./all-metrics.tsx').then((module) => ({ default: module.AllMetrics })));
// Loaded once something is chosen.
const TickedOfLayer = lazy(() => import('./ticked-of-layer.tsx').then((module) => ({ default: module.TickedOfLayer })));
const PatchCard = lazy(() => import('./patch-card.tsx').then((module) => ({ default: module.PatchCard })));
const TargetPanel = lazy(() => import('./target-panel.tsx').then((module) => ({ default: module.TargetPanel })));
const TargetSheet = lazy(() => import('./target-sheet.tsx').then((module) => ({ default: module.TargetSheet })));

/** Map, distributions and table of the chosen metrics. */
export function DashboardView(props: {
  chip: Chip;
  metrics: ChipMetrics;
  /** Every metric of the selected target. */
  ofTarget: ChipMetrics | undefined;
  health: ChipHealth | undefined;
  /** The name of the best gate of each coupling, of a chip with several gates. */
  gateDetails: ReadonlyMap<string, string> | undefined;
  view: MetricsView;
  config: MetricsConfig;
  topology: Topology | undefined;
  search: DashboardSearch;
  change: ChangeDashboard;
}) {
  const { chip, metrics, health, gateDetails, config, topology, search, change } = props;
  const { qubit: qubitMetric, coupling: couplingMetric } = search;
  const newest = metrics.newest_at;
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
    const layerOf = (kind: LatticeKind, requested: string | undefined) => {
      const display = chooseMetric(metricOptions(metrics, config, kind), kind, requested);
      const layer = display && mapLayer(metrics, display, targetsOf(metrics, layout, kind), colours);
      const isOfHealth = layer && health && kind === 'qubit' && layer.display.key === HEALTH;
      if (layer?.display.key === BEST_GATE && gateDetails) return { ...layer, details: gateDetails };
      return isOfHealth ? { ...layer, details: healthDetails(health, config) } : layer;
    };
    return {
      qubit: layerOf('qubit', qubitMetric),
      coupling: couplingMetric === 'none' ? undefined : layerOf('coupling', couplingMetric),
    };
  }, [metrics, health, gateDetails, config, layout, qubitMetric, couplingMetric, colours]);
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
  const discussed = useQuery(discussedTargetsQuery(chip.chip_id)).data;
  const withNotes = useMemo(() => withDiscussed(targetsWithNotes(summary), discussed), [summary, discussed]);
  const active: LatticeKind = search.layer === 'coupling' && layers.coupling ? 'coupling' : 'qubit';
  const layer = layers[active];
  const ticks = useDashboardTicks(search.sel, active, layer, change);
  const brushOf = (kind: LatticeKind) => (kind === active ? ticks.set : undefined);
  const selected = search.target === undefined ? undefined : { kind: active, id: search.target };
  const isPhone = usePhone();
  const panelFocus = usePanelFocus();
  const ofSelected = selected && {
    chipId: chip.chip_id,
    ...selected,
    isTicked: ticks.ticked.has(selected.id),
    onTick: () => ticks.toggle(selected),
    health: active === 'qubit' ? health?.qubits[selected.id] : undefined,
    config,
    cooldown: search.cooldown,
    onClose: () => change({ target: undefined }),
  };
  const select = (target: { kind: LatticeKind; id: string } | undefined) =>
    change(
      target ? { layer: target.kind === 'qubit' ? undefined : 'coupling', target: target.id } : { target: undefined },
    );

  return (
    <>
      <div className={styles.headline}>
        {layer && <Answer layer={layer} mode={modeOf(search)} />}
        <p className={styles.stamp}>
          As of <ClockTime at={metrics.as_of} />
          {newest && (
            <>, newest value {search.as_of === undefined ? <RelativeTime at={newest} /> : <ClockTime at={newest} />}</>
          )}
        </p>
      </div>
      <div className={styles.columns}>
        <MapCard
          chip={chip}
          layout={layout}
          mode={modeOf(search)}
          qubits={layers.qubit}
          couplings={layers.coupling}
          active={active}
          selected={selected}
          withNotes={withNotes}
          patch={mapPatch}
          timeZone={timeZone}
          onSelect={select}
          onEnter={panelFocus.enter}
          ticked={ticks.ticked}
          onTick={ticks.toggle}
          onLasso={(targets, adds) => (adds ? ticks.add : ticks.set)(targets)}
          onUndo={ticks.undo}
          change={change}
        />
        <div className={styles.side}>
          <Suspense>
            {ofSelected && layer && props.ofTarget && !isPhone && (
              <TargetPanel {...ofSelected} layer={layer} metrics={props.ofTarget} focus={panelFocus} />
            )}
            {ofSelected && layer && isPhone && <TargetSheet {...ofSelected} layer={layer} metrics={props.ofTarget} />}
            {(health || search.patch !== undefined) && (
              <PatchCard
                key={search.patch}
                chip={chip}
                size={search.patch}
                found={found}
                error={search.patch === undefined ? null : patch.error}
                view={props.view}
                change={change}
              />
            )}
          </Suspense>
          {layers.qubit && (
            <Distribution layer={layers.qubit} search={search} change={change} onBrush={brushOf('qubit')} />
          )}
          {layers.coupling && (
            <Distribution layer={layers.coupling} search={search} change={change} onBrush={brushOf('coupling')} />
          )}
          <Suspense>
            <NotesCard chipId={chip.chip_id} cooldown={search.cooldown} change={change} />
          </Suspense>
        </div>
        {layer && (
          <ValuesCard
            className={styles.table}
            chipId={chip.chip_id}
            layer={layer}
            asOf={metrics.as_of}
            mode={modeOf(search)}
            sort={search.sort}
            selected={search.target}
            withNotes={withNotes[active]}
            ticks={ticks}
            change={change}
          />
        )}
      </div>
      <Suspense>
        {layer && ticks.ticked.size > 0 && (
          <TickedOfLayer chipId={chip.chip_id} layer={layer} ticks={ticks} view={props.view} />
        )}
      </Suspense>
      <Suspense>
        <AllMetrics
          {...{ chip, metrics, config, search, change }}
          view={props.view}
          places={{ layout, selected, withNotes, onSelect: select }}
        />
      </Suspense>
    </>
  );
}
