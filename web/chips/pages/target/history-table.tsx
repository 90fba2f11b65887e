import { useQuery } from '@tanstack/react-query';
import { ValueOrigin } from '../../../runs/components/value-origin.tsx';
import type { Series } from '../../../ui/components/charts/target-history.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { ExcludedMark, GateState } from '../../../ui/components/status.tsx';
import { usePast } from '../../../ui/lib/api/past.ts';
import { historyQuery } from '../../../ui/lib/api/queries.ts';
import type { MetricHistoryItem } from '../../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';

/** Every value of one metric of one target, newest first, with who and what brought it. */
export function HistoryTable(props: Series) {
  const { display } = props;
  const asOf = usePast()?.asOf;
  const history = useQuery(historyQuery(props.chipId, props.kind, props.target, display.key, asOf));
  if (!history.data) return <Pending error={history.error} what="the history" />;
  const items = history.data.history;
  const columns: Column<MetricHistoryItem>[] = [
    { id: 'measured', title: 'Measured', cell: (item) => <ClockTime at={item.calibrated_at} /> },
    {
      id: 'value',
      title: 'Value',
      number: true,
      cell: (item) => (
        <>
          {item.excluded && <ExcludedMark reason={item.excluded_reason} />} {item.gate && <GateState {...item.gate} />}{' '}
          {item.value === null ? 'faulty' : <MetricQuantity display={display} stored={storedOf(item.value, item)} />}
        </>
      ),
    },
    {
      id: 'source',
      title: 'Source',
      cell: (item) => <ValueOrigin taskId={item.task_id} executionId={item.execution_id} source={item.source} />,
    },
    {
      id: 'by',
      title: 'Recorded by',
      cell: ({ recorded_by: by, reason }) => [by, reason].filter(Boolean).join(': ') || '–',
      wrap: true,
    },
  ];
  return (
    <DataTable
      bare
      compact
      tall
      label="History"
      columns={columns}
      rows={items}
      rowKey={(item) => `${item.calibrated_at} ${item.recorded_at} ${item.task_id ?? ''}`}
    />
  );
}

const storedOf = (value: number, item: MetricHistoryItem) => ({ value, error: item.error, unit: item.unit });
