import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { CoverageCell } from '../../../ui/components/charts/coverage-meter.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Fold } from '../../../ui/components/fold.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { chipMetricsQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip, ChipMetrics, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { formatDayAt } from '../../../ui/lib/format/time.ts';
import { useNow } from '../../../ui/lib/hooks/use-now.ts';
import type { ChangeDashboard, DashboardSearch } from '../../../ui/lib/url/search-types.ts';
import { toggled } from '../../../ui/lib/url/toggled.ts';
import { Statistic } from '../../components/quantity/quantity.tsx';
import {
  changeScopeText,
  goalText,
  type MetricRow,
  medianChangeText,
  metricRows,
} from '../../lib/metrics/metric-rows.ts';
import { type MetricsView, viewBefore } from '../../lib/metrics/view.ts';
import styles from './all-metrics.module.css';
import { type MetricPlaces, MetricSection } from './metric-section.tsx';

/** A metric as the URL names an open section. */
const nameOf = ({ display: { kind, key } }: MetricRow): string => `${kind}.${key}`;

/** Every metric that the chip has in this view, a row each; a row opens its section with map, distribution and coverage. */
export function AllMetrics(props: {
  chip: Chip;
  metrics: ChipMetrics;
  view: MetricsView;
  config: MetricsConfig;
  places: MetricPlaces;
  search: DashboardSearch;
  change: ChangeDashboard;
}) {
  const { chip, metrics, view, config, search, change } = props;
  const timeZone = useTimeZone();
  const now = useNow(undefined);
  const { as_of, start_at, end_at } = metrics;
  const past = useMemo(() => viewBefore(view, { as_of, start_at, end_at }), [view, as_of, start_at, end_at]);
  // Medians are counted over all targets whichever cells are asked for; those of one metric are the fewest.
  const { as_of: before_as_of, start_at: before_start_at } = past.view;
  const compared = useQuery(
    chipMetricsQuery(chip.chip_id, { ...view, before_as_of, before_start_at }, { metrics: ['t1'] }),
  );
  const rows = useMemo(() => metricRows(metrics, compared.data, config), [metrics, compared.data, config]);
  const open = new Set((search.open ?? '').split(',').filter(Boolean));
  const toggle = (name: string) => change({ open: toggled(search.open, name) });
  const columns = columnsOf(open, toggle, `Change since ${formatDayAt(past.since, timeZone, now)}`);
  const table = (label: string, isSetting: boolean) => (
    <DataTable
      bare
      compact
      label={label}
      columns={columns}
      rows={rows.filter((row) => row.isSetting === isSetting)}
      rowKey={nameOf}
    />
  );
  const settings = rows.filter((row) => row.isSetting).length;
  return (
    <>
      <Card title="All metrics" note={compared.error ? 'The change is not known' : undefined}>
        {rows.length > settings ? table('All metrics', false) : <p>No metric has values in this view</p>}
        {settings > 0 && (
          <Fold summary={`Settings (${settings})`} className={styles.summary}>
            {table('Settings', true)}
          </Fold>
        )}
      </Card>
      <div className={styles.sections}>
        {rows
          .filter((row) => open.has(nameOf(row)))
          .map((row) => (
            <MetricSection
              key={nameOf(row)}
              {...{ chip, metrics, view, search, change }}
              display={row.display}
              places={props.places}
              onClose={() => toggle(nameOf(row))}
            />
          ))}
      </div>
    </>
  );
}

const statistic = ({ display }: MetricRow, drawn: number | null) =>
  drawn === null ? '–' : <Statistic bare display={display} drawn={drawn} />;

const MedianChange = (row: MetricRow) => <span title={changeScopeText(row)}>{medianChangeText(row)}</span>;

const columnsOf = (
  open: ReadonlySet<string>,
  toggle: (name: string) => void,
  changeTitle: string,
): Column<MetricRow>[] => [
  {
    id: 'metric',
    title: 'Metric',
    wrap: true,
    cell: (row) => {
      const { title, unit } = row.display;
      return (
        <Button small variant="quiet" aria-expanded={open.has(nameOf(row))} onClick={() => toggle(nameOf(row))}>
          <span aria-hidden="true">{open.has(nameOf(row)) ? '▾' : '▸'}</span> {title}
          {unit && ` (${unit})`}
        </Button>
      );
    },
  },
  { id: 'median', title: 'Median', number: true, cell: (row) => statistic(row, row.median) },
  { id: 'min', title: 'Min', number: true, detail: true, cell: (row) => statistic(row, row.min) },
  { id: 'max', title: 'Max', number: true, detail: true, cell: (row) => statistic(row, row.max) },
  {
    id: 'coverage',
    title: 'Coverage',
    cell: ({ coverage, display, present }) => (
      <CoverageCell title={display.title} counts={coverage} present={present} />
    ),
  },
  {
    id: 'fresh',
    title: 'Freshness',
    detail: true,
    cell: ({ coverage: { fresh, stale, faulty } }) =>
      [`${fresh} fresh`, stale > 0 && `${stale} stale`, faulty > 0 && `${faulty} faulty`].filter(Boolean).join(', '),
  },
  { id: 'goal', title: 'Within goal', cell: (row) => goalText(row) || '–' },
  { id: 'change', title: changeTitle, number: true, detail: true, cell: MedianChange },
];
