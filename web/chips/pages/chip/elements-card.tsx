import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { compareElements } from '#shared/chips/rules/element-order.ts';
import { ELEMENT_KINDS, type ElementKind } from '#shared/chips/rules/target-kinds.ts';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ValueState } from '../../../ui/components/status.tsx';
import { usePastView } from '../../../ui/lib/api/past.ts';
import { chipMetricsQuery } from '../../../ui/lib/api/queries.ts';
import type { ChipMetrics, MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { Quantity } from '../../../values/components/quantity/quantity.tsx';
import { type MapCell, mapCells } from '../../../values/lib/metrics/cells.ts';
import { cellsOf } from '../../../values/lib/metrics/metric-choice.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { TargetLink } from '../../components/target-link.tsx';

const titles: Record<ElementKind, string> = {
  coupler: 'Couplers',
  gate: 'Gates of three or more qubits',
  chain: 'Chains',
};

interface Row {
  id: string;
  cells: Map<string, MapCell>;
}

/** The couplers, gates of three or more qubits and chains of a chip, each with its values and a link to its page. */
export function ElementsCards(props: {
  chipId: string;
  coverage: ChipMetrics['element_coverage'];
  config: MetricsConfig;
}) {
  const { chipId, coverage, config } = props;
  const metrics = [...new Set(Object.values(coverage).flatMap((ofKind) => Object.keys(ofKind)))].sort();
  const { data, error } = useQuery(chipMetricsQuery(chipId, usePastView(), { metrics }));
  if (!data) return <Pending error={error} what="the elements" />;
  return ELEMENT_KINDS.filter((kind) => data.element_metrics[kind]).map((kind) => (
    <ElementsCard
      key={kind}
      title={titles[kind]}
      columns={columnsOf(chipId, kind, data, config)}
      rows={rowsOf(kind, data, config)}
    />
  ));
}

/** Rows that are shown at first: a device may have a hundred chains. */
const firstRows = 20;

function ElementsCard({ title, columns, rows }: { title: string; columns: Column<Row>[]; rows: Row[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  return (
    <Card title={title}>
      <DataTable bare compact label={title} columns={columns} rows={shown} rowKey={({ id }) => id} />
      {shown.length < rows.length && (
        <div>
          <Button small variant="quiet" onClick={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </Card>
  );
}

function rowsOf(kind: ElementKind, data: ChipMetrics, config: MetricsConfig): Row[] {
  const tables = Object.keys(data.element_metrics[kind] ?? {});
  const ids = [...new Set(tables.flatMap((key) => Object.keys(cellsOf(data, kind, key))))];
  const rows = new Map(ids.map((id) => [id, { id, cells: new Map<string, MapCell>() }]));
  for (const key of tables)
    for (const cell of mapCells(ids, cellsOf(data, kind, key), displayFor(kind, key, data, config)))
      rows.get(cell.target)?.cells.set(key, cell);
  return [...rows.values()].sort((a, b) => compareElements({ kind, id: a.id }, { kind, id: b.id }));
}

const displayFor = (kind: ElementKind, key: string, data: ChipMetrics, config: MetricsConfig) =>
  displayOf(config, kind, key, data.element_coverage[kind]?.[key]?.unit);

function columnsOf(chipId: string, kind: ElementKind, data: ChipMetrics, config: MetricsConfig): Column<Row>[] {
  const metrics = Object.keys(data.element_metrics[kind] ?? {}).sort();
  return [
    { id: 'element', title: 'Element', cell: ({ id }) => <TargetLink chipId={chipId} kind={kind} id={id} /> },
    ...metrics.map((key): Column<Row> => {
      const display = displayFor(kind, key, data, config);
      return {
        id: key,
        title: display.title,
        number: true,
        cell: ({ cells }) => {
          const cell = cells.get(key);
          if (!cell || cell.state === 'missing') return '–';
          if (cell.drawn === null) return <ValueState state={cell.state} />;
          return <Quantity value={cell.drawn} error={cell.spread} unit={display.unit} />;
        },
      };
    }),
  ];
}
