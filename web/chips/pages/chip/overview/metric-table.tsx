import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { rankedMetrics, worstOf } from '../../../../statistics/lib/overview/metric-summary.ts';
import { CoverageCell } from '../../../../ui/components/charts/coverage-meter.tsx';
import { type Column, DataTable } from '../../../../ui/components/data-table.tsx';
import { usePastSearch, usePastView } from '../../../../ui/lib/api/past.ts';
import { topologyQuery } from '../../../../ui/lib/api/queries.ts';
import type { Chip, ChipMetrics, LatticeKind, MetricsConfig } from '../../../../ui/lib/api/wire.ts';
import { plural } from '../../../../ui/lib/format/words.ts';
import { Quantity, Statistic } from '../../../../values/components/quantity/quantity.tsx';
import { useMapColours } from '../../../../values/lib/look/map-colours.ts';
import {
  changeScopeText,
  isUnranked,
  type MetricRow,
  medianChangeText,
  metricRows,
} from '../../../../values/lib/metrics/metric-rows.ts';
import { MapThumbnail } from '../../../components/chip-map/map-thumbnail.tsx';
import { TargetLink } from '../../../components/target-link.tsx';
import { type ChipLayout, layoutChip } from '../../../lib/map/chip-layout.ts';
import { type MapLayer, mapLayer, targetsOf } from '../../../lib/map/layers.ts';
import { Block } from './block.tsx';
import styles from './metric-table.module.css';
import { cellsAsked, comparedQuery } from './use-table-reads.ts';

// It comes after all that a look at the table needs.
const MedianCurve = lazy(() => import('./median-curve.tsx').then((module) => ({ default: module.MedianCurve })));

/** Maps that are drawn as stamps. */
const mostMaps = 12;

interface TableProps {
  chip: Chip;
  /** With the coverage of every metric, and the cells of those that are shown. */
  metrics: ChipMetrics;
  since: string;
  config: MetricsConfig;
}

/** Every metric that is ranked: its median and how that has changed, its coverage, its worst target, and a small map. */
export function MetricTable({ chip, metrics, since, config }: TableProps) {
  const { chip_id: chipId } = chip;
  const compared = useQuery(comparedQuery(chipId, usePastView(), since));
  const rows = useMemo(
    () => metricRows(metrics, compared.data, config).filter(({ display }) => !isUnranked(display)),
    [metrics, compared.data, config],
  );
  const ranked = useMemo(() => rankedMetrics(config), [config]);
  const asked = useMemo(() => new Set(cellsAsked(chip, config)), [chip, config]);
  const { layers, layout } = useLayers(chip, metrics, rows);
  const withMap = rows.filter(({ display }) => asked.has(display.key));
  if (rows.length === 0) return null;
  return (
    <Block title="Metrics" count={rows.length}>
      <DataTable
        bare
        compact
        label="Ranked metrics"
        columns={[...columnsOf(chipId, layers), courseOf(chipId, ranked)]}
        rows={rows}
        rowKey={nameOf}
      />
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

/** The layers of the metrics by name, once the places of their targets have come. */
function useLayers(
  chip: Chip,
  metrics: ChipMetrics,
  rows: readonly MetricRow[],
): { layers: ReadonlyMap<string, MapLayer>; layout: ChipLayout | undefined } {
  const colours = useMapColours();
  const topologyId = chip.topology_id ?? undefined;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== undefined });
  return useMemo(() => {
    if (topologyId !== undefined && !topology.data) return { layers: new Map(), layout: undefined };
    const layout =
      topology.data && layoutChip(topology.data, new Set(Object.values(metrics.coupling_metrics).flatMap(Object.keys)));
    const withCells = rows.filter(({ display: { kind, key } }) =>
      Object.hasOwn(kind === 'qubit' ? metrics.qubit_metrics : metrics.coupling_metrics, key),
    );
    return {
      layers: new Map(
        withCells.map((row) => [
          nameOf(row),
          mapLayer(metrics, row.display, targetsOf(metrics, layout, row.display.kind), colours),
        ]),
      ),
      layout,
    };
  }, [metrics, topologyId, topology.data, rows, colours]);
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
      <Suspense>
        <MedianCurve chipId={chipId} row={row} metrics={metrics} />
      </Suspense>
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
