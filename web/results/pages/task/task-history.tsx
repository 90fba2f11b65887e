import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { failurePoints, measuredNames } from '../../../runs/lib/history-points.ts';
import { taskHistoryQuery } from '../../../runs/lib/task-queries.ts';
import { taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { historyCsv } from '../../../runs/lib/tasks-csv.ts';
import { Button } from '../../../ui/components/button.tsx';
import charts from '../../../ui/components/charts/chart.module.css';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { ExcludedMark, TaskStatusMark } from '../../../ui/components/status.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import type { TaskDetail, TaskResult } from '../../../ui/lib/api/wire.ts';
import { downloadText } from '../../../ui/lib/browser/download.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
import { MetricQuantity } from '../../../values/components/quantity/quantity.tsx';
import { displayOf as metricDisplayOf } from '../../../values/lib/metrics/metric-display.ts';
import { monthText } from '../../lib/archived.ts';

// Loaded later, since it is below the visible part.
const TargetHistory = lazy(() =>
  import('../../../ui/components/charts/target-history.tsx').then((module) => ({ default: module.TargetHistory })),
);

/** With fewer results the table says it all. */
const fewestOfChart = 3;

const route = getRouteApi('/app/tasks/$taskId');

/** The same task on the same target over time: one of its values as a chart, and every result as a row. */
export function TaskHistory({ task }: { task: TaskDetail }) {
  const { value } = route.useSearch();
  const navigate = route.useNavigate();
  const query = taskHistoryQuery(task);
  const history = useQuery(query);
  if (task.task_type !== 'qubit' && task.task_type !== 'coupling') return null;
  const kind = task.task_type;
  const title = `${task.task_name} on ${taskTargetLabel(task.qid)} over time`;
  if (!history.data)
    return (
      <Card title={title}>
        <Pending error={history.error} what="the history" />
      </Card>
    );
  const { results, archivedMonths } = history.data;
  const names = measuredNames(results);
  const name = names.find((one) => one === value) ?? names[0];
  const displayOf = (one: string) => metricDisplayOf(undefined, kind, one, unitIn(results, one));
  const save = () =>
    downloadText(
      `${task.task_name}_${task.qid}.csv`,
      toCsv(historyCsv(task.task_name, task.qid, results)),
      'text/csv;charset=utf-8',
    );
  return (
    <Card title={title}>
      {results.length === 0 && <p>No results yet</p>}
      {archivedMonths.length > 0 && (
        <p>
          Results of {archivedMonths.map((month) => monthText({ month })).join(', ')} are in files:{' '}
          <Link to="/tasks/archived">archived results</Link>
        </p>
      )}
      {name !== undefined && (
        <>
          <UnknownNotice sentences={[unknownName('value', value, names, name)]} />
          <SelectField
            inline
            label="Value"
            value={name}
            onChange={(event) =>
              void navigate({
                search: (search) => ({ ...search, value: event.target.value }),
                replace: true,
                resetScroll: false,
              })
            }
          >
            {names.map((one) => (
              <option key={one} value={one}>
                {displayOf(one).title}
              </option>
            ))}
          </SelectField>
          {results.length >= fewestOfChart && (
            <Suspense fallback={<div className={charts.roomOfHistory} />}>
              <TargetHistory
                chipId={task.chip_id}
                kind={kind}
                target={task.qid}
                display={displayOf(name)}
                taskId={task.task_id}
                others={failurePoints(results, task.task_id)}
                empty={<p>No value of it counts in the history of {taskTargetLabel(task.qid)}</p>}
              />
            </Suspense>
          )}
        </>
      )}
      {results.length > 0 && (
        <DataTable
          bare
          compact
          tall
          label="Results over time"
          columns={columnsOf(name === undefined ? undefined : displayOf(name))}
          rows={results}
          rowKey={(result) => result.task_id ?? ''}
          selectedKey={task.task_id}
        />
      )}
      {results.length > 0 && (
        <div>
          <Button small aria-label="Results over time as CSV" onClick={save}>
            CSV
          </Button>
        </div>
      )}
    </Card>
  );
}

const unitIn = (results: readonly TaskResult[], name: string) =>
  results.flatMap(({ output_parameters: measured }) => measured?.[name]?.unit ?? [])[0];

const columnsOf = (display: MetricDisplay | undefined): Column<TaskResult>[] => [
  {
    id: 'run',
    title: 'Run',
    cell: (result) => (
      <Link to="/tasks/$taskId" params={{ taskId: result.task_id ?? '' }}>
        {result.execution_id}
      </Link>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: (result) => (
      <>
        <TaskStatusMark status={result.status} /> {result.excluded && <ExcludedMark reason={result.excluded_reason} />}
      </>
    ),
  },
  {
    id: 'value',
    title: display?.title ?? 'Value',
    number: true,
    cell: (result) => {
      const measured = display && result.output_parameters?.[display.key];
      return measured ? <MetricQuantity display={display} stored={measured} /> : '–';
    },
  },
  { id: 'ended', title: 'Ended', cell: (result) => (result.end_at ? <RelativeTime at={result.end_at} /> : '–') },
];
