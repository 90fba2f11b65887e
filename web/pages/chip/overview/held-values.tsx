import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { TextField } from '../../../components/field.tsx';
import { ErrorNotice } from '../../../components/notice.tsx';
import { MetricQuantity } from '../../../components/quantity/quantity.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { ValueOrigin } from '../../../components/runs/value-origin.tsx';
import type { ResponseBody } from '../../../lib/api/api.ts';
import { metricsConfigQuery, useReadOnlyReason } from '../../../lib/api/queries.ts';
import { targetLabel } from '../../../lib/metrics/cells.ts';
import { heldQuery, useDecideHeld } from '../../../lib/metrics/held-query.ts';
import { displayOf } from '../../../lib/metrics/metric-display.ts';
import styles from './held-values.module.css';

type Measurement = ResponseBody<'listHeldMeasurements'>['measurements'][number];
type HeldValue = Omit<Measurement, 'values'> & Measurement['values'][number];

/** Every value that waits to be accepted on a chip, with why, to be decided many at once. */
export function HeldValues({ chipId }: { chipId: string }) {
  const held = useQuery(heldQuery(chipId));
  if (!held.data || held.data.total === 0) return null;
  const values = held.data.measurements.flatMap(({ values: all, ...measurement }) =>
    all.map((value) => ({ ...measurement, ...value })),
  );
  return <HeldTable chipId={chipId} values={values} />;
}

function HeldTable({ chipId, values }: { chipId: string; values: readonly HeldValue[] }) {
  const readOnly = useReadOnlyReason();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const marked = values.filter((value) => chosen.has(keyOf(value)));
  const deciding = useDecideHeld(chipId, () => setChosen(new Set()));
  const decide = (decision: 'accept' | 'reject') => deciding.mutate({ decision, reason, values: marked });
  const toggle = (key: string) => setChosen(chosen.symmetricDifference(new Set([key])));
  const columns: Column<HeldValue>[] = [
    {
      id: 'chosen',
      title: 'Target',
      cell: (value) => (
        <label>
          <input type="checkbox" checked={chosen.has(keyOf(value))} onChange={() => toggle(keyOf(value))} />{' '}
          <HeldName row={value} />
        </label>
      ),
    },
    { id: 'value', title: 'Value', number: true, cell: (row) => <HeldQuantity row={row} /> },
    { id: 'reason', title: 'Held because', cell: ({ reason: because }) => because, wrap: true },
    { id: 'measured', title: 'Measured', cell: ({ measured_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'source',
      title: 'Source',
      cell: (value) => <ValueOrigin taskId={value.task_id} executionId={value.execution_id} source={value.source} />,
    },
  ];
  const none = marked.length === 0;
  return (
    <div className={styles.list}>
      <DataTable bare label="Held values" columns={columns} rows={values} rowKey={keyOf} />
      <div className={styles.decide}>
        <Button onClick={() => setChosen(new Set(values.map(keyOf)))}>Choose all</Button>
        <TextField
          label="Reason"
          inline
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button disabled={none || deciding.isPending} disabledReason={readOnly} onClick={() => decide('accept')}>
          Accept {marked.length}
        </Button>
        <Button disabled={none || deciding.isPending} disabledReason={readOnly} onClick={() => decide('reject')}>
          Reject {marked.length}
        </Button>
      </div>
      <ErrorNotice error={deciding.error} />
    </div>
  );
}

function HeldName({ row: { target_type: kind, qid, metric } }: { row: HeldValue }) {
  const config = useQuery(metricsConfigQuery()).data;
  return `${targetLabel(kind, qid)} ${displayOf(config, kind, metric).title}`;
}

function HeldQuantity({ row: { value, error, unit, metric, target_type: kind } }: { row: HeldValue }) {
  const config = useQuery(metricsConfigQuery()).data;
  if (value === null) return '–';
  return <MetricQuantity display={displayOf(config, kind, metric)} stored={{ value, error, unit }} />;
}

const keyOf = ({ id, metric }: HeldValue): string => `${id} ${metric}`;
