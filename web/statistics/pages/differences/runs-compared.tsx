import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { drawValue, metricDisplay } from '#shared/values/rules/cell/display.ts';
import { monthText } from '../../../results/lib/archived.ts';
import { changeText, type DifferenceRow, differenceRows } from '../../../runs/lib/comparison.ts';
import { parameterTitle } from '../../../runs/lib/parameter-words.ts';
import { progressOf } from '../../../runs/lib/progress.ts';
import { comparisonQuery } from '../../../runs/lib/repeat-queries.ts';
import { runParameterRow } from '../../../runs/lib/run-parameter-rows.ts';
import { kindOfTarget, taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Card, DescriptionList } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import type { RunComparison } from '../../../ui/lib/api/wire.ts';
import { formatDuration } from '../../../ui/lib/format/time.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';

type Compared = RunComparison['before'];

/** How two runs were made: side by side, their parameters that differ, and the values that they started from. */
export function RunsCompared({ before, after }: { before: string; after: string }) {
  const { data: comparison, error } = useQuery(comparisonQuery(before, after));
  if (!comparison) return <Pending error={error} what="the two runs" />;
  return (
    <>
      <Card title="The two runs">
        <RunsSideBySide comparison={comparison} />
        {[comparison.before, comparison.after].map((side) => (
          <ArchivedTasks key={side.execution_id} side={side} />
        ))}
      </Card>
      <RunParameters comparison={comparison} />
      <StartState comparison={comparison} />
    </>
  );
}

function RunsSideBySide({ comparison }: { comparison: RunComparison }) {
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
  return <DataTable bare keepColumns label="The two runs" columns={columns} rows={rows} rowKey={([name]) => name} />;
}

/** Says that tasks of a run are in files, and of which months. */
function ArchivedTasks({ side }: { side: Compared }) {
  const { execution_id: id, archived_tasks: count, archived_months: months } = side;
  if (count === 0) return null;
  const named = months.map((month) => monthText({ month })).join(', ');
  return (
    <p>
      {plural(count, 'task')} of {id} {count === 1 ? 'is' : 'are'} in files of {named}:{' '}
      <Link to="/tasks/archived">archived results</Link>
    </p>
  );
}

/** The parameters of the runs that differ. */
function RunParameters({ comparison }: { comparison: RunComparison }) {
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
function StartValues({ diff }: { diff: NonNullable<RunComparison['start_state']> }) {
  const [isComplete, setIsComplete] = useState(false);
  const rows = differenceRows(diff);
  const shown = isComplete ? rows : rows.slice(0, firstRows);
  return (
    <Card title="Values at the start" note={`${plural(rows.length, 'difference')}, ${diff.unchanged_count} the same`}>
      {rows.length === 0 ? (
        <p>No value differs</p>
      ) : (
        <DataTable
          bare
          tall
          pure
          compact
          label="Start values that differ"
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

const displayOf = ({ parameter_name: name, qid }: DifferenceRow) =>
  metricDisplay(describeMetric(name, kindOfTarget(qid)));

type Which = 'before' | 'after';

/** The value of a side as it is stored; undefined where it has none. */
function storedOf(row: DifferenceRow, which: Which) {
  const [value, unit] = which === 'before' ? [row.value_before, row.unit_before] : [row.value_after, row.unit_after];
  return value === null ? undefined : { value, error: null, unit: unit ?? '' };
}

function Side({ row, which }: { row: DifferenceRow; which: Which }) {
  const [stored, taskId] = [storedOf(row, which), row[`task_id_${which}`]];
  const text = stored === undefined ? '–' : <MetricQuantity display={displayOf(row)} stored={stored} />;
  if (taskId === null || taskId === '') return text;
  return (
    <Link to="/tasks/$taskId" params={{ taskId }}>
      {text}
    </Link>
  );
}

const columns: Column<DifferenceRow>[] = [
  { id: 'target', title: 'Target', cell: (row) => taskTargetLabel(row.qid) },
  { id: 'parameter', title: 'Metric', cell: (row) => displayOf(row).title },
  { id: 'before', title: 'Before', number: true, cell: (row) => <Side row={row} which="before" /> },
  { id: 'after', title: 'After', number: true, cell: (row) => <Side row={row} which="after" /> },
  { id: 'change', title: 'Change', number: true, corner: true, cell: (row) => changeText(asDrawn(row)) },
];

/** With the relative change of the numbers that the row shows: of an error, not of its fidelity. */
function asDrawn(row: DifferenceRow): DifferenceRow {
  const [before, after] = [drawn(row, 'before'), drawn(row, 'after')];
  return row.kind === 'changed' && row.delta_percent !== null && before !== null && after !== null && before !== 0
    ? { ...row, delta_percent: ((after - before) / Math.abs(before)) * 100 }
    : row;
}

function drawn(row: DifferenceRow, which: Which): number | null {
  const stored = storedOf(row, which);
  return stored === undefined ? null : drawValue(displayOf(row), stored).drawn;
}

/** How the chips differed as the runs found them, where both kept that. */
function StartState({ comparison: { start_state: start } }: { comparison: RunComparison }) {
  if (!start)
    return (
      <Card title="Values at the start">
        <p>Not available for both runs</p>
      </Card>
    );
  return (
    <>
      <StartValues diff={start} />
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
