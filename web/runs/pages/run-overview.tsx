import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { Notice } from '../../ui/components/notice.tsx';
import { RunStatus } from '../../ui/components/status.tsx';
import { RecordedLaterTag } from '../../ui/components/tags.tsx';
import type { Run, RunTask } from '../../ui/lib/api/wire.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { runLogQuery } from '../../workers/lib/queries.ts';
import { FlowOfRun } from '../components/flow-of-run.tsx';
import { RunProgressBar } from '../components/run-progress.tsx';
import { elapsedSeconds, isCancelling } from '../lib/elapsed.ts';
import { progressOf } from '../lib/progress.ts';
import { secondsLeft, type TaskTiming } from '../lib/time-left.ts';
import styles from './runs.module.css';

/** The outcome of a run in a line and in counts; while it goes on, the time left and the last message. */
export function RunOverview({ run, tasks }: { run: Run; tasks: readonly RunTask[] | undefined }) {
  const isActive = !isEnded(run.status) && !run.recorded_later;
  const now = useNow(isActive ? 1_000 : undefined);
  const elapsed = elapsedSeconds(run, now);
  const progress = progressOf(run.progress.planned, run.progress.by_status);
  const timing = useMemo(() => taskTimingOf(run.start_at, tasks ?? []), [run.start_at, tasks]);
  const left = progress.isPlanned ? progress.total - progress.done : undefined;
  const isTimed = isActive && run.status === 'running' && !isCancelling(run) && timing !== undefined;
  return (
    <section className={styles.summary} aria-label="Summary">
      <p className={styles.sentence}>
        <RunStatus status={run.status} isCancelling={isCancelling(run)} isRecordedLater={run.recorded_later} />
        {run.recorded_later && <RecordedLaterTag at={run.created_at} />}
        {run.cancel_requested_by && <span>by {run.cancel_requested_by}</span>}
        <FlowOfRun run={run} />
        <Link to="/chips/$chipId" params={{ chipId: run.chip_id }}>
          {run.chip_id}
        </Link>
        <span>{run.backend || (run.runner === 'worker' ? 'a worker' : 'no backend')}</span>
        <span>
          {elapsed !== undefined ? formatDuration(elapsed) : run.recorded_later ? 'not ended' : 'not started'}
        </span>
      </p>
      <RunProgressBar
        progress={progress}
        isActive={isActive}
        secondsLeft={isTimed ? secondsLeft(timing, left, now) : undefined}
      />
      {isActive && run.runner === 'worker' && <LastLine run={run} />}
      {run.message && !isTold(run) && (
        <Notice tone={run.status === 'failed' ? 'bad' : 'warn'}>
          <span className={styles.message}>{visibleText(run.message)}</span>
        </Notice>
      )}
    </section>
  );
}

/** The line above says who cancelled a run. */
const isTold = ({ message, cancel_requested_by: by }: Run): boolean => by !== null && message === `Cancelled by ${by}`;

/** What the worker said last; its place is there before it says anything. */
function LastLine({ run }: { run: Run }) {
  const log = useQuery(runLogQuery(run, 1));
  return <p className={styles.lastLine}>{log.data?.lines.at(-1)?.text ?? 'No log lines yet'}</p>;
}

/** The ends of a run's tasks; undefined before it starts. */
const taskTimingOf = (startAt: string | null, tasks: readonly RunTask[]): TaskTiming | undefined =>
  startAt === null
    ? undefined
    : {
        startedAt: Date.parse(startAt),
        ends: tasks.flatMap((task) => (task.end_at === null ? [] : [Date.parse(task.end_at)])),
      };
