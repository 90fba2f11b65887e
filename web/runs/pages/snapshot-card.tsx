import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { compareTargets } from '../../chips/lib/map/target-order.ts';
import { Button } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { Card, DescriptionList } from '../../ui/components/page.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import type { Snapshot } from '../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../values/components/quantity/quantity.tsx';
import { displayOf } from '../../values/lib/metrics/metric-display.ts';
import { ValueOrigin } from '../components/value-origin.tsx';
import { snapshotQuery } from '../lib/repeat-queries.ts';
import { kindOfTarget, taskTargetLabel } from '../lib/task-target.ts';
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
