import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { isEnded, isOpen, TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { compareTargets } from '../../chips/lib/map/target-order.ts';
import { Button } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { SelectField } from '../../ui/components/field.tsx';
import { Notice } from '../../ui/components/notice.tsx';
import { Card } from '../../ui/components/page.tsx';
import { Segmented } from '../../ui/components/segmented.tsx';
import { ExcludedMark, TaskStatusMark } from '../../ui/components/status.tsx';
import type { Run, RunTask } from '../../ui/lib/api/wire.ts';
import { downloadText } from '../../ui/lib/browser/download.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { plural } from '../../ui/lib/format/words.ts';
import type { RunSearch } from '../../ui/lib/url/search-types.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import { TaskMatrixGrid } from '../components/task-matrix.tsx';
import { failuresFirst, layoutMatrix } from '../lib/task-matrix.ts';
import { taskMessage } from '../lib/task-message.ts';
import { filterTasks, sortTasks } from '../lib/task-rows.ts';
import { resultTargetLabel, taskTargetLabel } from '../lib/task-target.ts';
import { tasksCsv } from '../lib/tasks-csv.ts';
import { ExcludeTasks } from './exclude-tasks-dialog.tsx';
import { RunMap } from './run-map.tsx';
import styles from './runs.module.css';

const route = getRouteApi('/app/execution/$executionId');
const firstRows = 200;

/** The results that are ticked, and how one is. */
interface Ticks {
  chosen: ReadonlySet<string>;
  toggle: (taskId: string) => void;
}

const targetColumn = ({ chosen, toggle }: Ticks): Column<RunTask> => ({
  id: 'target',
  title: 'Target',
  sortable: true,
  cell: ({ task_id: id, name, status, excluded, ...result }) => (
    <>
      <input
        type="checkbox"
        className={styles.tick}
        aria-label={`Choose ${name} ${resultTargetLabel(result)}`}
        checked={chosen.has(id)}
        disabled={isOpen(status) || excluded}
        onChange={() => toggle(id)}
      />
      <Link to="/tasks/$taskId" params={{ taskId: id }}>
        {resultTargetLabel(result)}
      </Link>
    </>
  ),
});

const otherColumns: Column<RunTask>[] = [
  { id: 'task', title: 'Task', sortable: true, cell: (task) => task.name },
  {
    id: 'status',
    title: 'Status',
    sortable: true,
    cell: (task) => (
      <>
        <TaskStatusMark status={task.status} /> {task.excluded && <ExcludedMark />}
      </>
    ),
  },
  { id: 'message', title: 'Message', wrap: true, cell: (task) => taskMessage(task) || '–' },
  {
    id: 'duration',
    title: 'Duration',
    number: true,
    sortable: true,
    cell: (task) => (task.elapsed_seconds === null ? '–' : formatDuration(task.elapsed_seconds)),
  },
];

/** The tasks of a run, as a matrix of targets and tasks or on the chip, and as a table. */
export function RunTasks({ run }: { run: Run }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Of a run that ends while it is looked at no row jumps.
  const [isOver] = useState(() => isEnded(run.status));
  const matrix = useMemo(() => {
    const laidOut = layoutMatrix(run.task);
    return isOver ? failuresFirst(laidOut) : laidOut;
  }, [run.task, isOver]);
  const change = (next: RunSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true, resetScroll: false });
  if (run.task.length === 0 && run.archived_tasks > 0) return <ArchivedTasks run={run} />;
  if (run.task.length === 0)
    return (
      <Card title="Tasks">
        <p>
          {!isEnded(run.status)
            ? 'Waiting for tasks'
            : run.status === 'completed'
              ? 'This run had no tasks'
              : 'This run ended before its first task'}
        </p>
      </Card>
    );
  const isMap = search.view === 'map';
  return (
    <div className={classNames(styles.tasks, isMap && styles.wide)}>
      <ArchivedTasks run={run} />
      <Card
        title="Tasks by target"
        note={`${plural(matrix.rows.length, 'target')}, ${plural(matrix.columns.length, 'task')}`}
      >
        <div>
          <Segmented
            label="Tasks as"
            value={isMap ? 'map' : 'matrix'}
            options={[
              { value: 'matrix', label: 'Matrix' },
              { value: 'map', label: 'Chip map' },
            ]}
            onChange={(view) => change({ view: view === 'map' ? 'map' : undefined })}
          />
        </div>
        <FigureLinks run={run} />
        {isMap ? (
          <RunMap run={run} change={change} />
        ) : (
          <TaskMatrixGrid
            label={`Tasks of ${run.execution_id} by target`}
            matrix={matrix}
            onOpen={(task) => void navigate({ to: '/tasks/$taskId', params: { taskId: task.task_id } })}
          />
        )}
      </Card>
      <TaskTable run={run} search={search} change={change} />
    </div>
  );
}

/** Says that tasks of the run are in files, and where. */
function ArchivedTasks({ run: { archived_tasks: count } }: { run: Run }) {
  if (count === 0) return null;
  return (
    <Notice tone="warn">
      <span>
        {plural(count, 'task')} of this run {count === 1 ? 'is' : 'are'} in files and not listed:{' '}
        <Link to="/tasks/archived">archived results</Link>
      </span>
    </Notice>
  );
}

/** Leads to the figures of each task over all its targets. */
function FigureLinks({ run }: { run: Run }) {
  const results = run.task.filter(({ task_type: type, status }) => {
    const isOnTarget = type === 'qubit' || type === 'coupling';
    return isOnTarget && (status === 'completed' || status === 'failed');
  });
  if (results.length === 0) return null;
  return (
    <p className={styles.sentence}>
      Figures:
      {[...Map.groupBy(results, ({ name }) => name)].map(([name, own]) => (
        <Link
          key={name}
          to="/chips/$chipId/wall"
          params={{ chipId: run.chip_id }}
          search={{ run: run.execution_id, task: name }}
        >
          {name} {own.length}
        </Link>
      ))}
    </p>
  );
}

function TaskTable(props: { run: Run; search: RunSearch; change: (next: RunSearch) => void }) {
  const { search, change } = props;
  const { task: tasks, execution_id: id } = props.run;
  const rows = useMemo(() => sortTasks(filterTasks(tasks, search), search.sort), [tasks, search]);
  const shown = search.rows === 'all' ? rows : rows.slice(0, firstRows);
  const targets = useMemo(() => [...new Set(tasks.map((task) => task.qid))].sort(compareTargets), [tasks]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => {
    const toggle = (id: string) => setChosen((previous) => previous.symmetricDifference(new Set([id])));
    return [targetColumn({ chosen, toggle }), ...otherColumns];
  }, [chosen]);
  return (
    <Card title="Tasks">
      <div className={styles.tableHead}>
        <p>
          {rows.length === tasks.length
            ? plural(rows.length, 'task')
            : `${rows.length} of ${plural(tasks.length, 'task')}`}
        </p>
        <SelectField
          label="Status"
          value={search.status ?? ''}
          onChange={({ target }) => change({ status: TASK_STATUSES.find((one) => one === target.value) })}
        >
          <option value="">Any status</option>
          {TASK_STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Target"
          value={search.target ?? ''}
          onChange={({ target }) => change({ target: target.value || undefined })}
        >
          <option value="">All targets</option>
          {targets.filter(Boolean).map((target) => (
            <option key={target} value={target}>
              {taskTargetLabel(target)}
            </option>
          ))}
        </SelectField>
        <ExcludeTasks chosen={[...chosen]} onDone={() => setChosen(new Set())} />
        <Button
          small
          aria-label="Tasks as CSV"
          onClick={() => downloadText(`${id}_tasks.csv`, toCsv(tasksCsv(rows)), 'text/csv;charset=utf-8')}
        >
          CSV
        </Button>
      </div>
      <DataTable
        bare
        tall
        pure
        label="Tasks"
        columns={columns}
        rows={shown}
        rowKey={(task) => task.task_id}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
      />
      {shown.length < rows.length && (
        <div>
          <Button small onClick={() => change({ rows: 'all' })}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </Card>
  );
}
