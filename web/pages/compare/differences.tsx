import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeMetric } from '#shared/domain/metrics/catalogue.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Card, DescriptionList } from '../../components/page.tsx';
import { Quantity } from '../../components/quantity/quantity.tsx';
import type { RunComparison } from '../../lib/api/wire.ts';
import { formatDuration } from '../../lib/format/time.ts';
import { plural } from '../../lib/format/words.ts';
import { changeText, type DifferenceRow, differenceRows } from '../../lib/runs/comparison.ts';
import { parameterTitle } from '../../lib/runs/parameter-words.ts';
import { progressOf } from '../../lib/runs/progress.ts';
import { runParameterRow } from '../../lib/runs/run-parameter-rows.ts';
import { kindOfTarget, taskTargetLabel } from '../../lib/runs/task-target.ts';

type Compared = RunComparison['before'];

/** The two executions side by side. */
export function RunsSideBySide({ comparison }: { comparison: RunComparison }) {
  const rows: [string, (side: Compared) => string][] = [
    ['Status', (side) => side.status],
    ['Flow', (side) => `${side.flow_name} version ${side.flow_version}`],
    ['Chip', (side) => side.chip_id],
    ['Plan', (side) => side.plan_hash?.slice(0, 12) ?? 'not kept'],
    ['Elapsed', (side) => (side.elapsed_seconds === null ? '–' : formatDuration(side.elapsed_seconds))],
    [
      'Tasks',
      (side) =>
        progressOf(null, side.by_status)
          .parts.map(({ status, count }) => `${count} ${status}`)
          .join(', ') || 'none',
    ],
  ];
  const columns: Column<(typeof rows)[number]>[] = [
    { id: 'what', title: 'Run', cell: ([name]) => name },
    { id: 'before', title: comparison.before.execution_id, cell: ([, text]) => text(comparison.before), wrap: true },
    { id: 'after', title: comparison.after.execution_id, cell: ([, text]) => text(comparison.after), wrap: true },
  ];
  return <DataTable keepColumns label="The two runs" columns={columns} rows={rows} rowKey={([name]) => name} />;
}

/** The parameters of the runs that differ. */
export function RunParameters({ comparison }: { comparison: RunComparison }) {
  type Row = RunComparison['run_parameters'][number];
  // Only a managed run has a plan, and only its parameters have units that are known.
  const text = ({ plan_hash: plan }: Compared, { name }: Row, value: unknown) =>
    value === null ? '–' : runParameterRow(plan === null ? 'worker' : 'managed', name, value).text;
  const columns: Column<Row>[] = [
    { id: 'name', title: 'Parameter', cell: ({ name }) => <span title={name}>{parameterTitle(name)}</span> },
    { id: 'before', title: 'Before', cell: (row) => text(comparison.before, row, row.value_before), wrap: true },
    { id: 'after', title: 'After', cell: (row) => text(comparison.after, row, row.value_after), wrap: true },
  ];
  return (
    <Card title="Parameters of the runs">
      {comparison.run_parameters.length === 0 ? (
        <p>No parameter differs</p>
      ) : (
        <DataTable
          bare
          keepColumns
          label="Parameters of the runs"
          columns={columns}
          rows={comparison.run_parameters}
          rowKey={(row) => row.name}
        />
      )}
    </Card>
  );
}

const firstRows = 200;

/** Values that differ, the largest relative change first; each leads to the result that it is of. */
export function Differences(props: {
  title: string;
  label: string;
  diff: Parameters<typeof differenceRows>[0] & { unchanged_count: number };
  /** Shown if nothing differs. */
  same: string;
}) {
  const [isComplete, setIsComplete] = useState(false);
  const rows = differenceRows(props.diff);
  const shown = isComplete ? rows : rows.slice(0, firstRows);
  return (
    <Card title={props.title} note={`${plural(rows.length, 'difference')}, ${props.diff.unchanged_count} the same`}>
      {rows.length === 0 ? (
        <p>{props.same}</p>
      ) : (
        <DataTable
          bare
          tall
          pure
          compact
          label={props.label}
          columns={columns}
          rows={shown}
          rowKey={(row) => `${row.qid} ${row.parameter_name}`}
        />
      )}
      {shown.length < rows.length && (
        <div>
          <Button small onClick={() => setIsComplete(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Side({ value, unit, taskId }: { value: number | null; unit: string | null; taskId: string | null }) {
  const text = value === null ? '–' : <Quantity value={value} error={null} unit={unit ?? ''} />;
  if (taskId === null || taskId === '') return text;
  return (
    <Link to="/tasks/$taskId" params={{ taskId }}>
      {text}
    </Link>
  );
}

const columns: Column<DifferenceRow>[] = [
  { id: 'target', title: 'Target', cell: (row) => taskTargetLabel(row.qid) },
  {
    id: 'parameter',
    title: 'Metric',
    cell: ({ parameter_name: name, qid }) => describeMetric(name, kindOfTarget(qid)).title,
  },
  {
    id: 'before',
    title: 'Before',
    number: true,
    cell: (row) => <Side value={row.value_before} unit={row.unit_before} taskId={row.task_id_before} />,
  },
  {
    id: 'after',
    title: 'After',
    number: true,
    cell: (row) => <Side value={row.value_after} unit={row.unit_after} taskId={row.task_id_after} />,
  },
  { id: 'change', title: 'Change', number: true, corner: true, cell: changeText },
];

/** How the chips differed as the runs found them, where both kept that. */
export function StartState({ comparison: { start_state: start } }: { comparison: RunComparison }) {
  if (!start)
    return (
      <Card title="Values at the start">
        <p>Not available for both runs</p>
      </Card>
    );
  return (
    <>
      <Differences title="Values at the start" label="Start values that differ" diff={start} same="No value differs" />
      <DescriptionList
        items={[
          ['Topology', start.topology_changed ? 'changed' : 'the same'],
          ['Cool-down before', start.cooldown_id_before ?? 'none'],
          ['Cool-down after', start.cooldown_id_after ?? 'none'],
        ]}
      />
    </>
  );
}
