import { useQuery } from '@tanstack/react-query';
import { splitCouplingId } from '#shared/chips/rules/coupling-id.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { usePast, usePastView } from '../../../ui/lib/api/past.ts';
import { chipMetricsQuery } from '../../../ui/lib/api/queries.ts';
import type { MetricsConfig } from '../../../ui/lib/api/wire.ts';
import { mapCells } from '../../../values/lib/metrics/cells.ts';
import { cellsOf, metricOptions } from '../../../values/lib/metrics/metric-choice.ts';
import { isUnranked } from '../../../values/lib/metrics/metric-rows.ts';
import type { MetricsView } from '../../../values/lib/metrics/view.ts';
import { TargetLink } from '../../components/target-link.tsx';
import { CellValue } from './cell-value.tsx';

/** All metrics of both qubits of a coupling. */
export const pairMetricsQuery = (chipId: string, coupling: string, view: MetricsView) =>
  chipMetricsQuery(chipId, view, { targets: [...(splitCouplingId(coupling)[0] ?? [])] });

/** The values of both qubits of a coupling, side by side: the starting point of a gate between them. */
export function CouplingQubits(props: { chipId: string; coupling: string; config: MetricsConfig }) {
  const { chipId, coupling, config } = props;
  const [pair = []] = splitCouplingId(coupling);
  const isPast = usePast() !== undefined;
  const metrics = useQuery(pairMetricsQuery(chipId, coupling, usePastView()));
  if (!metrics.data) return <Pending error={metrics.error} what="its qubits" />;
  const { data } = metrics;
  const rows = metricOptions(data, config, 'qubit')
    .map(({ display }) => display)
    .filter((display) => !isUnranked(display) && pair.some((qid) => cellsOf(data, 'qubit', display.key)[qid]));
  if (rows.length === 0)
    return (
      <p>
        {pair.map((qid) => (
          <span key={qid}>
            <TargetLink chipId={chipId} kind="qubit" id={qid} />{' '}
          </span>
        ))}
        {isPast ? 'had no values by then' : 'have no values yet'}
      </p>
    );
  const columns: Column<MetricDisplay>[] = [
    { id: 'metric', title: 'Metric', wrap: true, cell: ({ title }) => title },
    ...pair.map((qid) => ({
      id: qid,
      title: <TargetLink chipId={chipId} kind="qubit" id={qid} />,
      number: true,
      cell: (display: MetricDisplay) => {
        const [cell] = mapCells([qid], cellsOf(data, 'qubit', display.key), display);
        return <CellValue cell={cell} unit={display.unit} />;
      },
    })),
  ];
  return (
    <DataTable
      bare
      keepColumns
      label="Qubits of the coupling"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
