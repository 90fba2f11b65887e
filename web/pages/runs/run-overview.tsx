import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isEnded } from '#shared/domain/runs/statuses.ts';
import { Notice } from '../../components/notice.tsx';
import { Card, DescriptionList } from '../../components/page.tsx';
import { ExactTime } from '../../components/relative-time.tsx';
import { RunProgressBar } from '../../components/runs/run-progress.tsx';
import { RunStatus } from '../../components/status.tsx';
import { Tags } from '../../components/tags.tsx';
import type { Run, RunTask } from '../../lib/api/wire.ts';
import { formatDuration } from '../../lib/format/time.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { elapsedSeconds, isCancelling } from '../../lib/runs/elapsed.ts';
import { progressOf } from '../../lib/runs/progress.ts';
import { lockQuery } from '../../lib/runs/queries.ts';
import { secondsLeft, type TaskTiming } from '../../lib/runs/time-left.ts';
import styles from './runs.module.css';

/** What a run is and how far: status, progress, who, when, on what, with which parameters, and why it ended. */
export function RunOverview({ run, tasks }: { run: Run; tasks: readonly RunTask[] | undefined }) {
  const now = useNow(isEnded(run.status) ? undefined : 1_000);
  const elapsed = elapsedSeconds(run, now);
  const progress = progressOf(run.progress.planned, run.progress.by_status);
  const timing = useMemo(() => taskTimingOf(run.start_at, tasks ?? []), [run.start_at, tasks]);
  const isActive = run.status === 'running' && !isCancelling(run);
  const left = progress.isPlanned ? progress.total - progress.done : undefined;
  return (
    <>
      {run.message && (
        <Notice tone={run.status === 'failed' ? 'bad' : 'warn'}>
          <span className={styles.message}>{run.message}</span>
        </Notice>
      )}
      <Card>
        <RunProgressBar
          progress={progress}
          isActive={!isEnded(run.status)}
          secondsLeft={isActive && timing ? secondsLeft(timing, left, now) : undefined}
        />
        <DescriptionList fixedWidth items={detailsOf(run, elapsed)} />
        {Object.keys(run.parameters).length > 0 && (
          <details>
            <summary>Parameters</summary>
            <pre className={styles.parameters}>{JSON.stringify(run.parameters, null, 2)}</pre>
          </details>
        )}
      </Card>
    </>
  );
}

function detailsOf(run: Run, elapsed: number | undefined): [string, React.ReactNode][] {
  return [
    ['Status', <RunStatus key="status" status={run.status} isCancelling={isCancelling(run)} />],
    [
      'Flow',
      <span key="flow">
        <Link to="/flows/$flowName" params={{ flowName: run.flow_name }} search={{ version: run.flow_version }}>
          {run.flow_name}
        </Link>{' '}
        version {run.flow_version}
      </span>,
    ],
    [
      'Chip',
      <Link key="chip" to="/chips/$chipId" params={{ chipId: run.chip_id }}>
        {run.chip_id}
      </Link>,
    ],
    ['Backend', run.backend || (run.runner === 'worker' ? 'a worker' : 'none')],
    ...(run.simulated_values === 'trial'
      ? [['Values', 'kept as a trial: current values and histories stay'] as [string, React.ReactNode]]
      : []),
    ['Who', run.username],
    ['Started', run.start_at ? <ExactTime key="start" at={run.start_at} /> : 'not yet'],
    ['Ended', run.end_at ? <ExactTime key="end" at={run.end_at} /> : 'not yet'],
    ['Elapsed', elapsed === undefined ? '–' : formatDuration(elapsed)],
    ...sourceRunOf(run),
    ['Project', <ProjectFact key="project" run={run} />],
    ['Tags', <Tags key="tags" tags={run.tags} />],
  ];
}

/** What a run repeats, where it repeats something. */
function sourceRunOf({ source_execution_id: executionId, source_task_id: taskId }: Run): [string, React.ReactNode][] {
  if (taskId !== null)
    return [
      [
        'Repeats',
        <Link key="source" to="/tasks/$taskId" params={{ taskId }}>
          a task result
        </Link>,
      ],
    ];
  if (executionId === null) return [];
  return [
    [
      'Repeats',
      <Link key="source" to="/execution/$executionId" params={{ executionId }}>
        {executionId}
      </Link>,
    ],
  ];
}

/** Which run the project is busy with: this one, or another while this one waits or when it has ended. */
function ProjectFact({ run }: { run: Run }) {
  const lock = useQuery(lockQuery()).data;
  const holder = lock?.holder?.execution_id;
  if (!lock) return '–';
  if (holder === run.execution_id) return isEnded(run.status) ? 'free' : 'busy with this run';
  return holder === undefined ? 'free' : `busy with run ${holder}`;
}

/** The ends of a run's tasks; undefined before it starts. */
const taskTimingOf = (startAt: string | null, tasks: readonly RunTask[]): TaskTiming | undefined =>
  startAt === null
    ? undefined
    : {
        startedAt: Date.parse(startAt),
        ends: tasks.flatMap((task) => (task.end_at === null ? [] : [Date.parse(task.end_at)])),
      };
