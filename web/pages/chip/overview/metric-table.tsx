import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { CoverageCell } from '../../../components/charts/coverage-meter.tsx';
import { MapThumbnail } from '../../../components/chip-map/map-thumbnail.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Quantity, Statistic } from '../../../components/quantity/quantity.tsx';
import { TargetLink } from '../../../components/target-link.tsx';
import { usePastSearch, usePastView } from '../../../lib/api/past.ts';
import { chipMetricsQuery, chipQuery, topologyQuery } from '../../../lib/api/queries.ts';
import type { ChipMetrics, LatticeKind, MetricsConfig } from '../../../lib/api/wire.ts';
import { plural } from '../../../lib/format/words.ts';
import { useNearView } from '../../../lib/hooks/use-near-view.ts';
import { useMapColours } from '../../../lib/look/map-colours.ts';
import { type ChipLayout, layoutChip } from '../../../lib/map/chip-layout.ts';
import { type MapLayer, mapLayer, targetsOf } from '../../../lib/map/layers.ts';
import { metricsAsked } from '../../../lib/metrics/metric-choice.ts';
import {
  changeScopeText,
  isUnranked,
  type MetricRow,
  medianChangeText,
  metricRows,
} from '../../../lib/metrics/metric-rows.ts';
import { rankedMetrics, worstOf } from '../../../lib/overview/metric-summary.ts';
import { Block } from './block.tsx';
import styles from './metric-table.module.css';

// It comes after all that a look at the table needs.
const MedianCurve = lazy(() => import('./median-curve.tsx').then((module) => ({ default: module.MedianCurve })));

/** Maps that are drawn as stamps. */
const mostMaps = 12;

interface TableProps {
  chipId: string;
  /** With the coverage of every metric; cells are requested once they are near the visible part. */
  metrics: ChipMetrics;
  since: string;
  config: MetricsConfig;
}

/** Every metric that is ranked: its median and how that has changed, its coverage, its worst target, and a small map. */
export function MetricTable({ chipId, metrics, since, config }: TableProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  const view = { ...usePastView(), before_as_of: since };
  const compared = useQuery({ ...chipMetricsQuery(chipId, view, { metrics: ['t1'] }), enabled: isNear });
  const rows = useMemo(
    () => metricRows(metrics, compared.data, config).filter(({ display }) => !isUnranked(display)),
    [metrics, compared.data, config],
  );
  const metricsOfCurves = useMemo(() => rows.map(({ display }) => display.key), [rows]);
  const { layers, layout, asked } = useLayers(chipId, rows, config, isNear);
  const withMap = rows.filter(({ display }) => asked.has(display.key));
  if (rows.length === 0) return null;
  return (
    <Block title="Metrics" count={rows.length}>
      <div ref={place}>
        <DataTable
          bare
          compact
          label="Ranked metrics"
          columns={[...columnsOf(chipId, layers), courseOf(chipId, isNear ? metricsOfCurves : [])]}
          rows={rows}
          rowKey={nameOf}
        />
      </div>
      <ul className={styles.maps} aria-label="Maps">
        {withMap.slice(0, mostMaps).map((row) => {
          const layer = layers.get(nameOf(row));
          return (
            <li key={nameOf(row)}>
              <MetricLink chipId={chipId} row={row}>
                <span className={styles.map}>{layout && layer && <MapThumbnail layout={layout} layer={layer} />}</span>
                {row.display.title}
              </MetricLink>
            </li>
          );
        })}
      </ul>
      {withMap.length < rows.length && (
        <p className={styles.left}>
          On a chip of this size the worst target and the map are of {plural(withMap.length, 'metric')}; the dashboard
          has those of the others.
        </p>
      )}
    </Block>
  );
}

const nameOf = ({ display: { kind, key } }: MetricRow): string => `${kind} ${key}`;

/** The layers of the metrics by name, once their cells and places have come; of a large chip those of the usual metrics. */
function useLayers(
  chipId: string,
  rows: readonly MetricRow[],
  config: MetricsConfig,
  enabled: boolean,
): { layers: ReadonlyMap<string, MapLayer>; layout: ChipLayout | undefined; asked: ReadonlySet<string> } {
  const colours = useMapColours();
  const view = usePastView();
  const chip = useQuery(chipQuery(chipId, view.as_of)).data;
  const asked = useMemo(() => (chip && metricsAsked(chip, {})) ?? rankedMetrics(config), [chip, config]);
  const { data } = useQuery({
    ...chipMetricsQuery(chipId, view, { metrics: asked }),
    enabled: enabled && chip !== undefined,
  });
  const topologyId = chip?.topology_id ?? undefined;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: enabled && topologyId !== undefined });
  const drawn = useMemo(() => {
    if (!data || (topologyId !== undefined && !topology.data)) return { layers: new Map(), layout: undefined };
    const layout =
      topology.data && layoutChip(topology.data, new Set(Object.values(data.coupling_metrics).flatMap(Object.keys)));
    const withCells = rows.filter(({ display: { kind, key } }) =>
      Object.hasOwn(kind === 'qubit' ? data.qubit_metrics : data.coupling_metrics, key),
    );
    return {
      layers: new Map(
        withCells.map((row) => [
          nameOf(row),
          mapLayer(data, row.display, targetsOf(data, layout, row.display.kind), colours),
        ]),
      ),
      layout,
    };
  }, [data, topologyId, topology.data, rows, colours]);
  return { ...drawn, asked: useMemo(() => new Set(asked), [asked]) };
}

function MetricLink({ chipId, row, children }: { chipId: string; row: MetricRow; children: React.ReactNode }) {
  const { kind, key } = row.display;
  return (
    <Link to="/dashboard" search={{ chip: chipId, [kind]: key, layer: kind as LatticeKind, ...usePastSearch() }}>
      {children}
    </Link>
  );
}

const columnsOf = (chipId: string, layers: ReadonlyMap<string, MapLayer>): Column<MetricRow>[] => [
  {
    id: 'metric',
    title: 'Metric',
    cell: (row) => (
      <MetricLink chipId={chipId} row={row}>
        {row.display.title}
      </MetricLink>
    ),
  },
  {
    id: 'median',
    title: 'Median',
    number: true,
    cell: ({ median, display }) => (median === null ? '–' : <Statistic display={display} drawn={median} />),
  },
  {
    id: 'since',
    title: 'Since',
    number: true,
    cell: (row) => (
      <span className={styles.later} title={changeScopeText(row)}>
        {row.change === undefined ? '' : medianChangeText(row)}
      </span>
    ),
  },
  {
    id: 'coverage',
    title: 'Coverage',
    cell: ({ coverage, display, present }) => (
      <CoverageCell title={display.title} counts={coverage} present={present} />
    ),
  },
  {
    id: 'worst',
    title: 'Worst',
    cell: (row) => (
      <span className={styles.worst}>
        <Worst chipId={chipId} layer={layers.get(nameOf(row))} />
      </span>
    ),
  },
];

const courseOf = (chipId: string, metrics: string[]): Column<MetricRow> => ({
  id: 'course',
  title: '30 d',
  detail: true,
  cell: (row) => (
    <span className={styles.course}>
      <Suspense>{metrics.length > 0 && <MedianCurve chipId={chipId} row={row} metrics={metrics} />}</Suspense>
    </span>
  ),
});

function Worst({ chipId, layer }: { chipId: string; layer: MapLayer | undefined }) {
  const cell = layer && worstOf(layer.cells);
  if (!cell || cell.drawn === null) return null;
  return (
    <>
      <TargetLink chipId={chipId} kind={layer.display.kind} id={cell.target} />{' '}
      <Quantity value={cell.drawn} error={cell.spread} unit={layer.display.unit} />
    </>
  );
}
