import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toCsv } from '#shared/domain/export/csv.ts';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { UnknownNotice } from '../../components/unknown-notice.tsx';
import { chipMetricsQuery, chipQuery, metricsConfigQuery, topologyQuery } from '../../lib/api/queries.ts';
import type { Chip, ChipMetrics, MetricsConfig, Topology } from '../../lib/api/wire.ts';
import { downloadText } from '../../lib/browser/download.ts';
import { useMapColours } from '../../lib/look/map-colours.ts';
import { layoutChip } from '../../lib/map/chip-layout.ts';
import { mapLayer, targetsOf } from '../../lib/map/layers.ts';
import { metricOptions } from '../../lib/metrics/metric-choice.ts';
import { isSetting } from '../../lib/metrics/metric-rows.ts';
import type { ValuesSearch } from '../../lib/url/search-types.ts';
import { unknownName } from '../../lib/url/unknown.ts';
import { valuesTableCsv } from '../../lib/values/columns.ts';
import styles from './values.module.css';
import { ValuesTable } from './values-table.tsx';

const route = getRouteApi('/app/chips/$chipId/values');
const latest = {};

/** Every current value of a chip as one table: all targets by all metrics. */
export function ValuesPage() {
  const { chipId } = route.useParams();
  const chip = useQuery(chipQuery(chipId));
  const metrics = useQuery(chipMetricsQuery(chipId, latest));
  const config = useQuery(metricsConfigQuery());
  const topologyId = chip.data?.topology_id ?? null;
  const topology = useQuery({ ...topologyQuery(topologyId ?? ''), enabled: topologyId !== null });
  const isPlaced = topologyId === null || topology.data !== undefined;
  if (!chip.data || !metrics.data || !config.data || !isPlaced)
    return (
      <Page title={`Values of ${chipId}`}>
        <Pending error={chip.error ?? metrics.error ?? config.error ?? topology.error} what="values" />
      </Page>
    );
  return <Values chip={chip.data} metrics={metrics.data} config={config.data} topology={topology.data} />;
}

function Values(props: { chip: Chip; metrics: ChipMetrics; config: MetricsConfig; topology: Topology | undefined }) {
  const { chip, metrics, config, topology } = props;
  const { layer: kind = 'qubit', sort, tint, settings } = route.useSearch();
  const navigate = route.useNavigate();
  const colours = useMapColours();
  const change = (next: ValuesSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  const layout = useMemo(
    () => topology && layoutChip(topology, new Set(Object.values(metrics.coupling_metrics).flatMap(Object.keys))),
    [topology, metrics],
  );
  const targets = useMemo(() => targetsOf(metrics, layout, kind), [metrics, layout, kind]);
  const layers = useMemo(
    () =>
      metricOptions(metrics, config, kind)
        .filter(({ measured, display }) => measured && (settings || !isSetting(display)))
        .map(({ display }) => mapLayer(metrics, display, targets, colours)),
    [metrics, config, kind, settings, targets, colours],
  );
  const columns = ['target', ...layers.map(({ display }) => display.key)];
  return (
    <Page
      title={`Values of ${chip.chip_id}`}
      actions={
        <Button
          onClick={() =>
            downloadText(
              `${chip.chip_id.replace(/[^\p{L}\p{N}._-]+/gu, '-')}_${kind}s.csv`,
              toCsv(valuesTableCsv(layers, targets)),
              'text/csv;charset=utf-8',
            )
          }
        >
          Download CSV
        </Button>
      }
    >
      <div className={styles.controls}>
        <Segmented
          label="Targets"
          value={kind}
          options={[
            { value: 'qubit', label: `Qubits ${chip.qubit_count}` },
            { value: 'coupling', label: `Couplings ${chip.coupling_count}` },
          ]}
          onChange={(next) => change({ layer: next === 'qubit' ? undefined : next, sort: undefined })}
        />
        <CheckField
          label="Tint as on the map"
          checked={tint === 'on'}
          onChange={({ target }) => change({ tint: target.checked ? 'on' : undefined })}
        />
        <CheckField
          label="Settings too"
          checked={settings === 'on'}
          onChange={({ target }) => change({ settings: target.checked ? 'on' : undefined })}
        />
      </div>
      <UnknownNotice sentences={[unknownName('column', sort?.replace(/^-/, ''), columns, 'targets in their order')]} />
      {layers.length === 0 ? (
        <p>No values yet. Set one on the page of a {kind}, or import a calibration.</p>
      ) : (
        <ValuesTable
          key={kind}
          chipId={chip.chip_id}
          kind={kind}
          layers={layers}
          targets={targets}
          sort={sort}
          isTinted={tint === 'on'}
          onSort={(next) => change({ sort: next })}
        />
      )}
    </Page>
  );
}
