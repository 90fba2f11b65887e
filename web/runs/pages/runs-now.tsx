import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { schedulesQuery } from '../../schedules/lib/queries.ts';
import { Button } from '../../ui/components/button.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import { RunStatus } from '../../ui/components/status.tsx';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { Run, RunSummary } from '../../ui/lib/api/wire.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { TaskBar } from '../components/task-bar.tsx';
import { elapsedSeconds, isCancelling } from '../lib/elapsed.ts';
import { doneText, progressOf } from '../lib/progress.ts';
import { runSummaryQuery } from '../lib/queries.ts';
import styles from './runs.module.css';

// A dialog is needed only by those who open it.
const CancelRunDialog = lazy(() =>
  import('./cancel-run-dialog.tsx').then((module) => ({ default: module.CancelRunDialog })),
);

/** A run that goes on, with how far it is. */
export function ActiveRun({ run }: { run: RunSummary }) {
  const { execution_id: executionId } = run;
  const now = useNow(1_000);
  const found = useQuery(runSummaryQuery(executionId)).data;
  const progress = found && progressOf(found.progress.planned, found.progress.by_status);
  const seconds = elapsedSeconds(run, now);
  return (
    <p className={styles.sentence}>
      <RunStatus status={run.status} isCancelling={isCancelling(run)} />
      <Link to="/execution/$executionId" params={{ executionId }}>
        Run {executionId}
      </Link>
      <span>{run.flow_name}</span>
      <span>{run.chip_id}</span>
      <span>by {run.username}</span>
      {progress && (
        <>
          <TaskBar progress={progress} isOver={isEnded(run.status)} />
          <span>{doneText(progress)}</span>
        </>
      )}
      {seconds !== undefined && <span>{formatDuration(seconds)}</span>}
      {found && !isEnded(run.status) && <CancelRun run={found} />}
    </p>
  );
}

/** Asks before it ends the run. */
function CancelRun({ run }: { run: Run }) {
  const [open, setOpen] = useState<boolean>();
  const readOnly = useReadOnlyReason();
  const reason = readOnly ?? (isCancelling(run) ? 'Cancelling' : undefined);
  return (
    <>
      <Button small variant="danger" disabledReason={reason} onClick={() => setOpen(true)}>
        Cancel…
      </Button>
      <Suspense>
        {open !== undefined && <CancelRunDialog run={run} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** Schedules that are looked at for the next starts. */
const mostNext = 3;
export const nextStartsQuery = () => schedulesQuery(undefined, 0, mostNext);

/** The next starts of schedules in a line; hidden if there are none. */
export function NextStarts() {
  const found = useQuery(nextStartsQuery());
  const next = found.data?.schedules.filter(({ next_run: at }) => at !== null) ?? [];
  if (next.length === 0) return null;
  return (
    <p className={styles.sentence}>
      Next:
      {next.map((schedule) => (
        <span key={schedule.schedule_id}>
          <Link to="/schedules/$scheduleId" params={{ scheduleId: schedule.schedule_id }}>
            {schedule.flow_name}
          </Link>{' '}
          <ClockTime at={schedule.next_run ?? ''} />
        </span>
      ))}
    </p>
  );
}
