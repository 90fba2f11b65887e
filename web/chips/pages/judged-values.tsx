import { Link } from '@tanstack/react-router';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { Fold } from '../../ui/components/fold.tsx';
import { GateState } from '../../ui/components/status.tsx';
import type { ImportResult } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { MetricQuantity } from '../../values/components/quantity/quantity.tsx';
import { targetLabel } from '../../values/lib/metrics/cells.ts';

type Judged = ImportResult['judged_values'][number];

type Kind = ImportResult['judged_kinds'][number];

const displayOf = ({ target_type: kind, metric }: Pick<Judged, 'target_type' | 'metric'>) =>
  metricDisplay(describeMetric(metric, kind));

const columns: Column<Judged>[] = [
  { id: 'target', title: 'Target', cell: (row) => targetLabel(row.target_type, row.qid) },
  { id: 'metric', title: 'Metric', cell: (row) => displayOf(row).title },
  {
    id: 'value',
    title: 'Value',
    number: true,
    cell: (row) =>
      row.value === null ? (
        '–'
      ) : (
        <MetricQuantity display={displayOf(row)} stored={{ value: row.value, error: null, unit: row.unit }} />
      ),
  },
  { id: 'state', title: 'Verdict', cell: (row) => <GateState state={row.state} reason={row.reason} /> },
  { id: 'reason', title: 'Reason', wrap: true, cell: (row) => row.reason },
];

const kindColumns: Column<Kind>[] = [
  { id: 'metric', title: 'Metric', cell: (row) => displayOf(row).title },
  { id: 'state', title: 'Verdict', cell: (row) => <GateState state={row.state} reason={row.reason} /> },
  { id: 'reason', title: 'Reason', wrap: true, cell: (row) => row.reason },
  { id: 'count', title: 'Values', number: true, cell: ({ count }) => count },
];

/** The verdicts of the write gate on an import, with each value's reason; hidden if there are none (rule GATE-7). */
export function JudgedValues({ result, isPreview }: { result: ImportResult; isPreview: boolean }) {
  const { held, rejected, noted, judged_kinds: kinds, judged_values: judged, chip_id: chipId } = result;
  const total = held + rejected + noted;
  if (judged.length === 0) return null;
  const verb = isPreview ? 'would be' : held === 1 ? 'is' : 'are';
  return (
    <>
      <h3>Write gate</h3>
      <p>
        {plural(held, 'value')} {verb} held, {rejected} rejected, {noted} counted with a remark.{' '}
        {held > 0 &&
          (isPreview ? (
            'Held values count for nothing until an editor accepts them.'
          ) : (
            <Link to="/chips/$chipId" params={{ chipId }}>
              Accept or reject what is held
            </Link>
          ))}
      </p>
      <DataTable
        label="Kinds of verdicts"
        columns={kindColumns}
        rows={kinds}
        rowKey={(row) => `${row.target_type} ${row.metric} ${row.state} ${row.because}`}
      />
      <Fold summary={`${plural(judged.length, 'value')}${judged.length < total ? ` of ${total}` : ''}, one by one`}>
        <DataTable
          label="Values that the write gate judged"
          columns={columns}
          rows={judged}
          rowKey={(row) => `${row.target_type} ${row.qid} ${row.metric} ${row.measured_at}`}
          tall
        />
      </Fold>
    </>
  );
}
