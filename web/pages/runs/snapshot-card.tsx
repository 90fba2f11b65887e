import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MetricDisplay } from '#shared/domain/metrics/cell/display.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { SelectField } from '../../components/field.tsx';
import { Card, DescriptionList } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { MetricQuantity } from '../../components/quantity/quantity.tsx';
import { ClockTime } from '../../components/relative-time.tsx';
import { ValueOrigin } from '../../components/runs/value-origin.tsx';
import type { Snapshot } from '../../lib/api/wire.ts';
import { compareTargets } from '../../lib/map/target-order.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';
import { snapshotQuery } from '../../lib/runs/repeat-queries.ts';
import { kindOfTarget, taskTargetLabel } from '../../lib/runs/task-target.ts';
import styles from './runs.module.css';

/** The state of the chip at the start of an execution; it is loaded on request. */
export function SnapshotCard({ executionId }: { executionId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const snapshot = useQuery({ ...snapshotQuery(executionId), enabled: isOpen });
  return (
    <Card title="Values at the start">
      {!isOpen ? (
        <div>
          <Button onClick={() => setIsOpen(true)}>Show the values</Button>
        </div>
      ) : snapshot.data ? (
        <SnapshotView snapshot={snapshot.data} />
      ) : (
        <Pending error={snapshot.error} what="the state of the chip" />
      )}
    </Card>
  );
}

interface Row {
  display: MetricDisplay;
  value: Snapshot['qubits'][string]['data'][string];
}

const columns: Column<Row>[] = [
  { id: 'name', title: 'Metric', cell: ({ display }) => display.title },
  {
    id: 'value',
    title: 'Value',
    number: true,
    cell: ({ value, display }) => <MetricQuantity display={display} stored={value} />,
  },
  { id: 'measured', title: 'Measured', cell: ({ value }) => <ClockTime at={value.calibrated_at} /> },
  {
    id: 'source',
    title: 'Source',
    cell: ({ value }) => <ValueOrigin taskId={value.task_id} executionId={value.execution_id} source={value.source} />,
  },
];

function SnapshotView({ snapshot }: { snapshot: Snapshot }) {
  const targets = { ...snapshot.qubits, ...snapshot.couplings };
  const names = Object.keys(targets).sort(compareTargets);
  const [chosen, setChosen] = useState('');
  const target = chosen in targets ? chosen : (names[0] ?? '');
  const rows = Object.entries(targets[target]?.data ?? {}).map(([name, value]) => ({
    display: displayOf(undefined, kindOfTarget(target), name, value.unit),
    value,
  }));
  const faulty = Object.keys(targets[target]?.faulty ?? {}).map(
    (name) => displayOf(undefined, kindOfTarget(target), name).title,
  );
  return (
    <>
      <DescriptionList
        items={[
          ['Taken', <ClockTime key="taken" at={snapshot.taken_at} />],
          ['Topology', snapshot.topology_id],
          ['Chip', snapshot.activity_status],
          ['Cool-down', snapshot.cooldown_id ?? 'none'],
          ['Plan', snapshot.plan_hash?.slice(0, 12) ?? 'none'],
        ]}
      />
      <div className={styles.tableHead}>
        <SelectField label="Qubit or coupling" value={target} onChange={(event) => setChosen(event.target.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {taskTargetLabel(name)}
            </option>
          ))}
        </SelectField>
      </div>
      {faulty.length > 0 && <p>Faulty: {faulty.join(', ')}</p>}
      {rows.length === 0 ? (
        <p>No values when the run started</p>
      ) : (
        <DataTable bare label="Values at the start" columns={columns} rows={rows} rowKey={(row) => row.display.key} />
      )}
    </>
  );
}
