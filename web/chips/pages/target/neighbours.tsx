import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { usePastSearch, usePastView } from '../../../ui/lib/api/past.ts';
import { chipMetricsQuery, chipQuery, topologyQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { useMapColours } from '../../../values/lib/look/map-colours.ts';
import { bestGateDetails, withBestGate, withBestGateMetric } from '../../../values/lib/metrics/best-gate.ts';
import { BEST_GATE } from '../../../values/lib/metrics/gate-key.ts';
import { chooseMetric, metricOptions } from '../../../values/lib/metrics/metric-choice.ts';
import {
  gateMetrics,
  layerOfSome,
  layoutAround,
  type Neighbour,
  neighboursOf,
} from '../../../values/lib/metrics/neighbours.ts';
import { ChipMap } from '../../components/chip-map/chip-map.tsx';
import { TargetLink } from '../../components/target-link.tsx';
import { type ChipLayout, layoutChip } from '../../lib/map/chip-layout.ts';
import { type MapLayer, mapLayer, targetsOf } from '../../lib/map/layers.ts';
import { CellValue } from './cell-value.tsx';
import styles from './target-page.module.css';

const noNotes = { qubit: new Map<string, string>(), coupling: new Map<string, string>() };

/** The couplings of a qubit with the error of their gate, the qubits at their other ends, and where they lie. */
export function Neighbours(props: { chipId: string; qid: string; display: MetricDisplay; config: MetricsConfig }) {
  const { chipId, qid, display, config } = props;
  const colours = useMapColours();
  const gates = useMemo(() => gateMetrics(config), [config]);
  const view = usePastView();
  const chip = useQuery(chipQuery(chipId, view.as_of));
  const topologyId = chip.data?.topology_id;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: typeof topologyId === 'string' });
  const metrics = useQuery(chipMetricsQuery(chipId, view, { metrics: [display.key, ...gates] }));
  const found = useMemo(() => {
    if (!metrics.data || (typeof topologyId === 'string' && !topology.data)) return undefined;
    const valued = new Set(Object.values(metrics.data.coupling_metrics).flatMap(Object.keys));
    const layout = topology.data && layoutChip(topology.data, valued);
    const values = withBestGate(metrics.data);
    const gate = chooseMetric(
      metricOptions(values, withBestGateMetric(config), 'coupling').filter(
        ({ display: { key } }) => key === BEST_GATE || gates.includes(key),
      ),
      'coupling',
      undefined,
    );
    const layer = (shown: MetricDisplay) => mapLayer(values, shown, targetsOf(values, layout, shown.kind), colours);
    return {
      neighbours: neighboursOf(qid, layout, valued),
      around: layout && layoutAround(layout, qid),
      qubits: layer(display),
      couplings: gate && { ...layer(gate), ...(gate.key === BEST_GATE ? { details: bestGateDetails(values) } : {}) },
    };
  }, [metrics.data, topologyId, topology.data, config, gates, display, qid, colours]);
  if (!found || !chip.data)
    return (
      <div className={styles.roomOfNeighbours}>
        <Pending error={chip.error ?? topology.error ?? metrics.error} what="neighbours" />
      </div>
    );
  if (found.neighbours.length === 0) return <p>No coupling of this qubit is known</p>;
  const { neighbours, around, qubits, couplings } = found;
  return (
    <div className={styles.neighbours}>
      <NeighbourTable {...{ chipId, neighbours, qubits, couplings }} />
      {around && <MapAround {...{ chipId, qid, around, qubits, couplings }} />}
    </div>
  );
}

function NeighbourTable(props: {
  chipId: string;
  neighbours: readonly Neighbour[];
  qubits: MapLayer;
  couplings: MapLayer | undefined;
}) {
  const { chipId, qubits, couplings } = props;
  const columns: Column<Neighbour>[] = [
    {
      id: 'coupling',
      title: 'Coupling',
      cell: ({ coupling }) => <TargetLink chipId={chipId} kind="coupling" id={coupling} />,
    },
    {
      id: 'gate',
      title: couplings?.display.title ?? 'Gate error',
      number: true,
      cell: ({ coupling }) => <CellValue cell={cellOf(couplings, coupling)} unit={couplings?.display.unit ?? ''} />,
    },
    { id: 'qubit', title: 'Qubit', cell: ({ qubit }) => <TargetLink chipId={chipId} kind="qubit" id={qubit} /> },
    {
      id: 'value',
      title: qubits.display.title,
      number: true,
      cell: ({ qubit }) => <CellValue cell={cellOf(qubits, qubit)} unit={qubits.display.unit} />,
    },
  ];
  return (
    <DataTable
      bare
      keepColumns
      label="Neighbours"
      columns={columns}
      rows={props.neighbours}
      rowKey={({ coupling }) => coupling}
    />
  );
}

const cellOf = (layer: MapLayer | undefined, target: string) => layer?.cells.find((cell) => cell.target === target);

function MapAround(props: {
  chipId: string;
  qid: string;
  around: ChipLayout;
  qubits: MapLayer;
  couplings: MapLayer | undefined;
}) {
  const { chipId, qid, around, qubits, couplings } = props;
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const past = usePastSearch();
  const shown = useMemo(
    () => ({
      qubits: layerOfSome(qubits, around.qubits),
      couplings: couplings && layerOfSome(couplings, around.couplings),
    }),
    [around, qubits, couplings],
  );
  return (
    <div className={styles.around}>
      <ChipMap
        label={`Map around Q${qid}: ${qubits.display.title}`}
        layout={around}
        {...shown}
        active="qubit"
        selected={{ kind: 'qubit', id: qid }}
        withNotes={noNotes}
        timeZone={timeZone}
        hasTools={false}
        onSelect={(target) => {
          if (!target) return;
          const to = target.kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target';
          void navigate({
            to,
            params: { chipId, target: target.id },
            search: { metric: searchOf(target.kind, qubits), ...past },
          });
        }}
      />
    </div>
  );
}

/** Another qubit shows the same metric; a coupling has none of it. */
const searchOf = (kind: 'qubit' | 'coupling', { display }: MapLayer): string | undefined =>
  kind === 'qubit' ? display.key : undefined;
