import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { toCsv } from '#shared/domain/export/csv.ts';
import { describeMetric } from '#shared/domain/metrics/catalogue.ts';
import { Button } from '../../components/button.tsx';
import { HistoryChart } from '../../components/charts/history-chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { SelectField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { Quantity } from '../../components/quantity/quantity.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ExcludedMark, TaskStatusMark } from '../../components/status.tsx';
import { UnknownNotice } from '../../components/unknown-notice.tsx';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { TaskDetail, TaskResult } from '../../lib/api/wire.ts';
import { downloadText } from '../../lib/browser/download.ts';
import { plural } from '../../lib/format/words.ts';
import { historyPoints, measuredNames } from '../../lib/runs/history-points.ts';
import { taskHistoryQuery } from '../../lib/runs/task-queries.ts';
import { taskTargetLabel } from '../../lib/runs/task-target.ts';
import { historyCsv } from '../../lib/runs/tasks-csv.ts';
import { unknownName } from '../../lib/url/unknown.ts';

const route = getRouteApi('/app/tasks/$taskId');

/** The same task on the same target over time: one of its values as a chart, and every result as a row. */
export function TaskHistory({ task }: { task: TaskDetail }) {
  const { value } = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useTimeZone();
  const query = taskHistoryQuery(task);
  const history = useQuery(query);
  if (task.task_type !== 'qubit' && task.task_type !== 'coupling') return null;
  const title = `${task.task_name} on ${taskTargetLabel(task.qid)} over time`;
  if (!history.data)
    return (
      <Card title={title}>
        <Pending error={history.error} what="the history" />
      </Card>
    );
  const names = measuredNames(history.data);
  const name = names.find((one) => one === value) ?? names[0];
  const titleOf = (one: string) => describeMetric(one, task.task_type === 'coupling' ? 'coupling' : 'qubit').title;
  const { unit, points } = historyPoints(history.data, name ?? '');
  const save = () =>
    downloadText(
      `${task.task_name}_${task.qid}.csv`,
      toCsv(historyCsv(task.task_name, task.qid, history.data)),
      'text/csv;charset=utf-8',
    );
  return (
    <Card title={title}>
      {history.data.length === 0 && <p>No results yet</p>}
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
                {titleOf(one)}
              </option>
            ))}
          </SelectField>
          <HistoryChart
            label={`${titleOf(name)} over time, ${plural(points.length, 'result')}`}
            unit={unit}
            points={points}
            timeZone={timeZone}
          />
        </>
      )}
      {history.data.length > 0 && (
        <DataTable
          bare
          compact
          tall
          label="Results over time"
          columns={columnsOf(name, titleOf)}
          rows={history.data}
          rowKey={(result) => result.task_id ?? ''}
          selectedKey={task.task_id}
        />
      )}
      {history.data.length > 0 && (
        <div>
          <Button small aria-label="Results over time as CSV" onClick={save}>
            CSV
          </Button>
        </div>
      )}
    </Card>
  );
}

const columnsOf = (name: string | undefined, titleOf: (name: string) => string): Column<TaskResult>[] => [
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
    title: name === undefined ? 'Value' : titleOf(name),
    number: true,
    cell: (result) => {
      const measured = name === undefined ? undefined : result.output_parameters?.[name];
      return measured ? <Quantity {...measured} /> : '–';
    },
  },
  { id: 'ended', title: 'Ended', cell: (result) => (result.end_at ? <RelativeTime at={result.end_at} /> : '–') },
];
