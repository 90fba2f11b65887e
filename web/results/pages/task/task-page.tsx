import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { DiscussionsCard } from '../../../discussions/components/discussions-card.tsx';
import { threadsAboutQuery } from '../../../discussions/lib/queries.ts';
import { TaskNote } from '../../../notes/components/task-note.tsx';
import { StartButton } from '../../../runs/components/start-button.tsx';
import { wayToRuns } from '../../../runs/components/way-to-runs.ts';
import { runQuery } from '../../../runs/lib/queries.ts';
import { taskHistoryQuery, taskQuery } from '../../../runs/lib/task-queries.ts';
import { resultTargetLabel, taskTargetLabel } from '../../../runs/lib/task-target.ts';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { PagePending, Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { TaskStatusMark } from '../../../ui/components/status.tsx';
import type { TaskDetail } from '../../../ui/lib/api/wire.ts';
import { formatDuration } from '../../../ui/lib/format/time.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { archivedMonthsQuery } from '../../lib/archived.ts';
import { AnalyseAgain } from './analyse-again.tsx';
import { Attempts } from './attempts.tsx';
import { ExcludeAction, Exclusion } from './exclusion.tsx';
import { MeasureAgain, ReExecutions } from './measure-again.tsx';
import { NeighbourLinks } from './neighbour-links.tsx';
import { ParameterTables } from './parameter-tables.tsx';
import { LastGoodFigure, ResultStrip } from './result-strip.tsx';
import { ReviewCard } from './review-card.tsx';
import styles from './task.module.css';
import { RawData, TaskFigures } from './task-figures.tsx';
import { TaskHistory } from './task-history.tsx';
import { Verdict } from './verdict.tsx';

const route = getRouteApi('/app/tasks/$taskId');

/** The reads that the address of the page tells. */
export const load = ({ params: { taskId } }: PageAt<'taskId'>) => [
  taskQuery(taskId),
  threadsAboutQuery({ task: taskId }),
];

/** One task result: what was measured, from what, how it looked, why it failed, and how it was before. */
export function TaskPage() {
  const { taskId } = route.useParams();
  const task = useQuery(taskQuery(taskId));
  if (!task.data)
    return (
      <Page title="Task" breadcrumbs={wayToRuns(undefined)}>
        <PagePending error={task.error} what="the task" />
        {task.error && <ArchivedHint />}
      </Page>
    );
  return <KnownTask task={task.data} />;
}

/** Where results of older months are; nothing in a project that has archived none. */
function ArchivedHint() {
  const { data } = useQuery(archivedMonthsQuery());
  if (!data || data.total === 0) return null;
  return (
    <p>
      Results of older months may be in files: <Link to="/tasks/archived">archived results</Link>.
    </p>
  );
}

function KnownTask({ task }: { task: TaskDetail }) {
  const { task_name, execution_id: executionId } = task;
  // What has its place by the run and by earlier results is drawn when they are known, so that nothing moves.
  const isWaiting = [useQuery(runQuery(executionId)), useQuery(taskHistoryQuery(task))].some((one) => one.isLoading);
  return (
    <Page
      title={`${task_name} on ${resultTargetLabel(task)}`}
      breadcrumbs={[
        ...wayToRuns(task.chip_id),
        { label: executionId, to: '/execution/$executionId', params: { executionId } },
      ]}
      actions={
        <>
          <NeighbourLinks task={task} />
          <AnalyseAgain task={task} />
          <MeasureTask task={task} />
          <div className={styles.urgent}>
            <MeasureAgain task={task} />
            <ExcludeAction task={task} />
          </div>
        </>
      }
    >
      {isWaiting ? <Pending error={undefined} what="the task" /> : <TaskBody task={task} />}
    </Page>
  );
}

/** Offers the task on its target, of a worker too, and the flows that have it; "Measure again…" repeats the result. */
function MeasureTask({ task: { task_type: kind, qid, chip_id: chipId, task_name: name } }: { task: TaskDetail }) {
  if (kind !== 'qubit' && kind !== 'coupling') return null;
  return <StartButton chipId={chipId} wanted={[{ kind, id: qid, task: name }]} variant="plain" />;
}

function TaskBody({ task }: { task: TaskDetail }) {
  const { task_id: taskId } = task;
  return (
    <>
      <Verdict task={task} />
      <Exclusion task={task} />
      <div className={styles.columns}>
        <div className={styles.figure}>
          <TaskFigures key={taskId} task={task} />
          <LastGoodFigure task={task} />
        </div>
        <div className={styles.side}>
          <ParameterTables task={task} />
          <RawData task={task} />
          <ReExecutions task={task} />
          <div className={styles.said}>
            <Card title="Note">
              <TaskNote key={taskId} task={task} />
            </Card>
            <ReviewCard task={task} />
            <DiscussionsCard about={{ task: taskId }} name="this result" />
          </div>
        </div>
        <div className={styles.strips}>
          <Attempts task={task} />
          <ResultStrip task={task} />
        </div>
        <div className={styles.past}>
          <TaskHistory task={task} />
        </div>
      </div>
      <Card title="Details">
        <DescriptionList items={detailsOf(task)} />
      </Card>
      <div className={styles.room} />
    </>
  );
}

const detailsOf = (task: TaskDetail): [string, React.ReactNode][] => [
  ['Status', <TaskStatusMark key="status" status={task.status} />],
  ['Target', <TargetLink key="target" task={task} />],
  [
    'Chip',
    <Link key="chip" to="/chips/$chipId" params={{ chipId: task.chip_id }}>
      {task.chip_id}
    </Link>,
  ],
  ['Flow', task.flow_name || '–'],
  ['Who', task.username],
  ['Started', task.start_at ? <ClockTime key="start" at={task.start_at} /> : task.end_at ? 'never started' : 'not yet'],
  ['Ended', task.end_at ? <ClockTime key="end" at={task.end_at} /> : 'not yet'],
  ['Attempt', task.attempt === null ? '–' : String(task.attempt)],
  ['Elapsed', task.elapsed_seconds === null ? '–' : formatDuration(task.elapsed_seconds)],
  ['R² of the fit', task.r2 === null ? '–' : formatSignificant(task.r2, 4)],
  ['Cool-down', task.cooldown_id || 'none'],
  ['Inputs', String(Object.keys(task.input_parameters).length || 'none recorded')],
  ...sourceOf(task),
];

/** What a result repeats, where it repeats one. */
function sourceOf({ source_task_id: taskId, update_params: isUsed }: TaskDetail): [string, React.ReactNode][] {
  return taskId === null ? [] : [['Repeats', <SourceLink key="source" taskId={taskId} isKept={!isUsed} />]];
}

/** The result that this one repeats, and whether it leaves the current values alone. */
function SourceLink({ taskId, isKept }: { taskId: string; isKept: boolean }) {
  return (
    <>
      <Link to="/tasks/$taskId" params={{ taskId }}>
        an earlier result
      </Link>
      {isKept && ', current values unchanged'}
    </>
  );
}

function TargetLink({ task: { task_type: type, qid, chip_id: chipId } }: { task: TaskDetail }) {
  if (type !== 'qubit' && type !== 'coupling') return 'the whole chip';
  return (
    <Link
      to={type === 'qubit' ? '/chips/$chipId/qubits/$target' : '/chips/$chipId/couplings/$target'}
      params={{ chipId, target: qid }}
    >
      {taskTargetLabel(qid)}
    </Link>
  );
}
