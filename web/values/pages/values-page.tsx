import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { wayToChip } from '../../chips/components/way-to-chip.ts';
import { layoutChip } from '../../chips/lib/map/chip-layout.ts';
import { type MapLayer, mapLayer, targetsOf } from '../../chips/lib/map/layers.ts';
import { Button } from '../../ui/components/button.tsx';
import { ColumnChoice } from '../../ui/components/column-choice/column-choice.tsx';
import { CheckField } from '../../ui/components/field.tsx';
import { Page } from '../../ui/components/page.tsx';
import { PagePending } from '../../ui/components/pending.tsx';
import { Segmented } from '../../ui/components/segmented.tsx';
import { UnknownNotice } from '../../ui/components/unknown-notice.tsx';
import { usePastSearch, usePastView } from '../../ui/lib/api/past.ts';
import {
  chipMetricsQuery,
  chipQuery,
  metricsConfigQuery,
  ofSameChip,
  topologyQuery,
} from '../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { Chip, ChipMetrics, MetricsConfig, Topology } from '../../ui/lib/api/wire.ts';
import { downloadText } from '../../ui/lib/browser/download.ts';
import { useWidth } from '../../ui/lib/hooks/use-width.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import type { ValuesSearch } from '../../ui/lib/url/search-types.ts';
import { toggled } from '../../ui/lib/url/toggled.ts';
import { unknownName } from '../../ui/lib/url/unknown.ts';
import { AsOfBar, PastPage } from '../components/as-of/as-of.tsx';
import { chosenMetrics, columnsThatFit, unknownColumns } from '../lib/chosen-columns.ts';
import { rowOrder, valuesTableCsv } from '../lib/columns.ts';
import { useMapColours } from '../lib/look/map-colours.ts';
import { metricOptions } from '../lib/metrics/metric-choice.ts';
import type { MetricsView } from '../lib/metrics/view.ts';
import styles from './values.module.css';
import { ValuesTable } from './values-table.tsx';

const route = getRouteApi('/app/chips/$chipId/values');
/** What a value takes, with its age where that is its own. */
const columnWidth = 112;

// Loaded once something is ticked.
const TickedBar = lazy(() =>
  import('../components/ticked/ticked-bar.tsx').then((module) => ({ default: module.TickedBar })),
);

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId }, search }: PageAt<'chipId', ValuesSearch>) => [
  metricsConfigQuery(),
  // A day of the past ends in a zone that is not known yet.
  ...(search.as_of === undefined ? [chipQuery(chipId), chipMetricsQuery(chipId, {})] : []),
];

/** Every current value of a chip as one table: all targets by all metrics. */
export function ValuesPage() {
  return (
    <PastPage at={route.useSearch().as_of} timeZone={useTimeZone()}>
      <LoadedValues />
    </PastPage>
  );
}

function LoadedValues() {
  const { chipId } = route.useParams();
  const view = usePastView();
  const chip = useQuery({ ...chipQuery(chipId, view.as_of), placeholderData: ofSameChip(chipId) });
  // Those of another day stay, dimmed, until they come.
  const metrics = useQuery({ ...chipMetricsQuery(chipId, view), placeholderData: ofSameChip(chipId) });
  const config = useQuery(metricsConfigQuery());
  const topologyId = chip.data?.topology_id ?? null;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== null });
  const isPlaced = topologyId === null || topology.data !== undefined;
  const error = chip.error ?? metrics.error ?? config.error ?? topology.error;
  if (!chip.data || !metrics.data || !config.data || !isPlaced)
    return (
      <Page title={`Values of ${chipId}`} breadcrumbs={wayToChip(chipId)}>
        {error && <Bar />}
        <PagePending error={error} what="values" />
      </Page>
    );
  return (
    <Values
      {...{ view, chip: chip.data, metrics: metrics.data, config: config.data, topology: topology.data }}
      isDimmed={metrics.isPlaceholderData}
    />
  );
}

/** Leads back from a day of which there is nothing, too. */
function Bar() {
  const { chipId } = route.useParams();
  const { as_of: at } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AsOfBar
      chipId={chipId}
      at={at}
      timeZone={useTimeZone()}
      onChange={(day) =>
        void navigate({ search: (before) => ({ ...before, as_of: day }), replace: true, resetScroll: false })
      }
    />
  );
}

function Values(props: {
  chip: Chip;
  metrics: ChipMetrics;
  config: MetricsConfig;
  topology: Topology | undefined;
  view: MetricsView;
  isDimmed: boolean;
}) {
  const { chip, metrics, config, topology, isDimmed } = props;
  const { layer: kind = 'qubit', sort, tint, cols, sel, as_of: at } = route.useSearch();
  const { ref, width } = useWidth<HTMLDivElement>();
  const navigate = route.useNavigate();
  const colours = useMapColours();
  const change = (next: ValuesSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  const layout = useMemo(
    () => topology && layoutChip(topology, new Set(Object.values(metrics.coupling_metrics).flatMap(Object.keys))),
    [topology, metrics],
  );
  const targets = useMemo(() => targetsOf(metrics, layout, kind), [metrics, layout, kind]);
  const measured = useMemo(
    () => metricOptions(metrics, config, kind).flatMap((option) => (option.measured ? [option.display] : [])),
    [metrics, config, kind],
  );
  const layers = useMemo(
    () => measured.map((display) => mapLayer(metrics, display, targets, colours)),
    [metrics, measured, targets, colours],
  );
  const shown = chosenMetrics(measured, cols, columnsThatFit(width, columnWidth)).flatMap(
    ({ key }) => layers.find(({ display }) => display.key === key) ?? [],
  );
  const ticked = useMemo(() => {
    const wanted = new Set(sel?.split(','));
    return targets.filter((target) => wanted.has(target));
  }, [sel, targets]);
  const columns = ['target', ...measured.map(({ key }) => key)];
  const fileName = (what: string) => `${chip.chip_id.replace(/[^\p{L}\p{N}._-]+/gu, '-')}_${what}.csv`;
  return (
    <Page
      title={`Values of ${chip.chip_id}`}
      breadcrumbs={wayToChip(chip.chip_id, { ...usePastSearch() })}
      actions={
        <Button
          onClick={() =>
            downloadText(fileName(`${kind}s`), toCsv(valuesTableCsv(layers, targets)), 'text/csv;charset=utf-8')
          }
        >
          Download CSV
        </Button>
      }
    >
      <Bar />
      <div ref={ref} className={styles.controls}>
        <Segmented
          label="Targets"
          value={kind}
          options={[
            { value: 'qubit', label: `Qubits ${chip.qubit_count}` },
            { value: 'coupling', label: `Couplings ${chip.coupling_count}` },
          ]}
          onChange={(next) =>
            change({ layer: next === 'qubit' ? undefined : next, sort: undefined, cols: undefined, sel: undefined })
          }
        />
        <CheckField
          label="Tint as on the map"
          checked={tint === 'on'}
          onChange={({ target }) => change({ tint: target.checked ? 'on' : undefined })}
        />
        {measured.length > 2 && (
          <ColumnChoice
            metrics={measured}
            shown={shown.map(({ display }) => display)}
            onChange={(next) => change({ cols: next })}
          />
        )}
      </div>
      <UnknownNotice
        sentences={[
          unknownName('column', sort?.replace(/^-/, ''), columns, 'targets in their order'),
          ...unknownColumns(measured, cols),
        ]}
      />
      {layers.length === 0 ? (
        <p>
          {at === undefined
            ? `No values yet. Set one on the page of a ${kind}, or import a calibration.`
            : 'No values by then'}
        </p>
      ) : (
        <ValuesTable
          key={kind}
          isDimmed={isDimmed}
          chipId={chip.chip_id}
          kind={kind}
          layers={shown}
          order={rowOrder(layers, targets.length, sort)}
          targets={targets}
          ticked={ticked}
          onTick={(target) =>
            // What was pressed a moment before may not be drawn yet.
            void navigate({
              search: (before) => ({ ...before, sel: toggled(before.sel, target) }),
              replace: true,
              resetScroll: false,
            })
          }
          sort={sort}
          isTinted={tint === 'on'}
          onSort={(next) => change({ sort: next })}
        />
      )}
      <Suspense>
        {ticked.length > 0 && (
          <TickedBar
            chipId={chip.chip_id}
            targets={ticked.map((id) => ({ kind, id }))}
            results={resultsOf(shown, new Set(ticked))}
            view={props.view}
            file={() => ({ name: fileName('ticked'), rows: valuesTableCsv(layers, targets, new Set(ticked)) })}
            onClear={() => change({ sel: undefined })}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** The task results behind the shown values of some targets. */
const resultsOf = (layers: readonly MapLayer[], targets: ReadonlySet<string>): string[] => [
  ...new Set(layers.flatMap(({ cells }) => cells.flatMap((cell) => (targets.has(cell.target) && cell.taskId) || []))),
];
