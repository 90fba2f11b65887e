import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { MetricQuantity } from '../../components/quantity/quantity.tsx';
import type { TaskDetail } from '../../lib/api/wire.ts';
import { entriesByName } from '../../lib/flows/parameters.ts';
import { displayOf } from '../../lib/metrics/metric-display.ts';
import { parameterTitle } from '../../lib/runs/parameter-words.ts';
import { runParameterText } from '../../lib/runs/sweep-words.ts';
import { MeasuredCard } from './measured-card.tsx';

interface Row {
  name: string;
  title: string;
  value: ReactNode;
  description: string;
}

const columns: Column<Row>[] = [
  { id: 'name', title: 'Parameter', cell: (row) => <span title={row.name}>{row.title}</span> },
  { id: 'value', title: 'Value', number: true, cell: (row) => row.value },
  { id: 'description', title: 'Meaning', wrap: true, cell: (row) => row.description },
];

/** What a task measured against what it was, its inputs, and how it was run; each value with its uncertainty and unit. */
export function ParameterTables({ task }: { task: TaskDetail }) {
  const kind = task.task_type === 'coupling' ? 'coupling' : 'qubit';
  const inputs = entriesByName(task.input_parameters).map(([name, one]) => ({
    name,
    title: parameterTitle(name),
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
        <Folded title={`Inputs ${inputs.length}`}>
          <DataTable bare compact label="Input values" columns={columns} rows={inputs} rowKey={(row) => row.name} />
        </Folded>
      )}
      {run.length > 0 && (
        <Folded title={`Run parameters ${run.length}`}>
          <DataTable bare compact label="Run parameters" columns={columns} rows={run} rowKey={(row) => row.name} />
        </Folded>
      )}
    </>
  );
}

/** What is looked at when something is odd. */
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
