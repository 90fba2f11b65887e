import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { entriesByName } from '../../../flows/lib/parameters.ts';
import { runQuery } from '../../../runs/lib/queries.ts';
import { type Difference, differencesQuery } from '../../../statistics/lib/differences/queries.ts';
import { basisText, changeText, scoreText } from '../../../statistics/lib/differences/words.ts';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { GateState } from '../../../ui/components/status.tsx';
import type { Run, TaskDetail } from '../../../ui/lib/api/wire.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';

const HeldNotice = lazy(() =>
  import('../../../values/components/held/held-notice.tsx').then((module) => ({ default: module.HeldNotice })),
);

interface Row {
  display: MetricDisplay;
  description: string;
  measured: TaskDetail['output_parameters'][string];
  gate: TaskDetail['gate_marks'][string] | undefined;
  /**
   * The change from the value that was current when the run began; null if there was none, undefined until it is known.
   */
  difference: Difference | null | undefined;
  isAwaited: boolean;
}

/** What is in a cell without a difference: the place of what is not known yet, or that there was no value before. */
const without = ({ difference, isAwaited }: Row, noValue: string) =>
  isAwaited ? <span aria-hidden>…</span> : difference === null && noValue;

const columns: Column<Row>[] = [
  {
    id: 'name',
    title: 'Measured',
    wrap: true,
    cell: ({ display, description }) => <span title={description || display.description}>{display.title}</span>,
  },
  {
    id: 'value',
    title: 'Value',
    number: true,
    cell: ({ display, measured, gate }) => (
      <>
        {gate && <GateState {...gate} />} <MetricQuantity display={display} stored={measured} />
      </>
    ),
  },
  {
    id: 'was',
    title: 'Before',
    number: true,
    cell: (row) => {
      const before = row.difference?.before;
      if (!before || before.value === null) return without(row, '–');
      return (
        <>
          was <MetricQuantity display={row.display} stored={{ ...before, value: before.value }} />
        </>
      );
    },
  },
  {
    id: 'change',
    title: 'Change',
    wrap: true,
    cell: (row) =>
      row.difference ? (
        <span title={basisText(row.difference)}>
          {changeText(row.difference, row.display)}, {scoreText(row.difference)}
        </span>
      ) : (
        without(row, 'no value before')
      ),
  },
];

/** What a task measured, in the units of the pages, against what counted when its run began. */
export function MeasuredCard({ task }: { task: TaskDetail }) {
  const run = useQuery(runQuery(task.execution_id)).data;
  const measured = entriesByName(task.output_parameters);
  const { differences, isAwaited } = useDifferences(task, run, measured.length > 0);
  if (measured.length === 0)
    return (
      <Card title="Measured">
        <p>{nothingMeasured[task.status] ?? 'No values yet'}</p>
      </Card>
    );
  const rows = measured.map(([name, one]): Row => {
    const difference = differences && (differences.find(({ metric }) => metric === name) ?? null);
    // A later task of the run may have measured it again.
    const isOfThis = !difference || difference.after?.value === one.value;
    return {
      display: displayOf(undefined, task.task_type === 'coupling' ? 'coupling' : 'qubit', name, one.unit),
      description: one.description ?? '',
      measured: one,
      gate: task.gate_marks[name],
      difference: isOfThis ? difference : undefined,
      isAwaited,
    };
  });
  return (
    <Card title="Measured">
      <DataTable bare compact label="Measured values" columns={columns} rows={rows} rowKey={(row) => row.display.key} />
      <Suspense>
        {measured.some(([name]) => task.gate_marks[name]?.state === 'held') && (
          <HeldNotice chipId={task.chip_id} taskId={task.task_id} />
        )}
      </Suspense>
      {task.left_out.length > 0 && (
        <Notice tone="warn">
          Not taken:
          <ul>
            {task.left_out.map(({ metric, reason }) => (
              <li key={metric}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Card>
  );
}

function useDifferences(task: TaskDetail, run: Run | undefined, isMeasured: boolean) {
  const { chip_id: chipId, qid, task_type: type, execution_id: executionId } = task;
  const startAt = run?.start_at ?? null;
  const sides = { as_of_before: startAt ?? '', execution_id_after: executionId };
  const found = useQuery({
    ...differencesQuery(chipId, sides, { targets: [qid] }),
    enabled: isMeasured && startAt !== null && (type === 'qubit' || type === 'coupling'),
  });
  const differences = found.isPlaceholderData ? undefined : found.data?.differences;
  return { differences, isAwaited: found.isLoading || found.isPlaceholderData };
}

const nothingMeasured: Partial<Record<TaskDetail['status'], string>> = {
  completed: 'This task measures no values',
  failed: 'No values. The previous ones still count',
  skipped: 'No values: the task was skipped',
  cancelled: 'No values: the task was cancelled',
};
