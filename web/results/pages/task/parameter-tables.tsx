import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { entriesByName } from '../../../flows/lib/parameters.ts';
import { parameterTitle } from '../../../runs/lib/parameter-words.ts';
import { runParameterText } from '../../../runs/lib/sweep-words.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card } from '../../../ui/components/page.tsx';
import type { LatticeKind, TaskDetail } from '../../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { MeasuredCard } from './measured-card.tsx';

interface Row {
  name: string;
  title: string;
  /** Leads to the history of what was read. */
  link?: ReactNode;
  value: ReactNode;
  description: string;
}

const columns: Column<Row>[] = [
  { id: 'name', title: 'Parameter', cell: (row) => row.link ?? <span title={row.name}>{row.title}</span> },
  { id: 'value', title: 'Value', number: true, cell: (row) => row.value },
  { id: 'description', title: 'Meaning', wrap: true, cell: (row) => row.description },
];

/** What a task measured against what it was, its inputs, and how it was run; each value with its uncertainty and unit. */
export function ParameterTables({ task }: { task: TaskDetail }) {
  const kind = task.task_type === 'coupling' ? 'coupling' : 'qubit';
  const inputs = entriesByName(task.input_parameters).map(([name, one]) => ({
    name,
    title: parameterTitle(name),
    link: isMetricOf(task, kind, name) ? <InputLink task={task} kind={kind} name={name} /> : undefined,
    value: <MetricQuantity display={displayOf(undefined, kind, name, one.unit)} stored={one} />,
    description: one.description,
  }));
  const run = entriesByName(task.run_parameters).map(([name, one]) => ({
    name,
    title: parameterTitle(name),
    value: runParameterText(name, one),
    description: one.description,
  }));
  return (
    <>
      <MeasuredCard task={task} />
      {inputs.length > 0 && (
        <Card title="Inputs" note="what the task read">
          <DataTable bare compact label="Input values" columns={columns} rows={inputs} rowKey={(row) => row.name} />
        </Card>
      )}
      {run.length > 0 && (
        <Folded title={`Run parameters ${run.length}`}>
          <DataTable bare compact label="Run parameters" columns={columns} rows={run} rowKey={(row) => row.name} />
        </Folded>
      )}
    </>
  );
}

/** Whether an input is a metric of the target, which has a page of its own. */
const isMetricOf = (task: TaskDetail, kind: LatticeKind, name: string): boolean =>
  task.task_type === kind && metricCatalogue.some(({ key, target }) => key === name && target === kind);

function InputLink({
  task: { chip_id: chipId, qid },
  kind,
  name,
}: {
  task: TaskDetail;
  kind: LatticeKind;
  name: string;
}) {
  return (
    <Link
      to={kind === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
      params={{ chipId, target: qid }}
      search={{ metric: name }}
      title={name}
    >
      {parameterTitle(name)}
    </Link>
  );
}

/** A folded card, for details that are rarely needed. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <details>
        <summary>{title}</summary>
        {children}
      </details>
    </Card>
  );
}
