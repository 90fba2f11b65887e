import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { DiscussionsCard } from '../../discussions/components/discussions-card.tsx';
import { threadsAboutQuery } from '../../discussions/lib/queries.ts';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { ConnectionNotice } from '../../ui/components/connection-notice.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { Page } from '../../ui/components/page.tsx';
import { PagePending, Pending } from '../../ui/components/pending.tsx';
import { OpenOnPress } from '../../ui/components/shell/open-on-press.tsx';
import { metricsConfigQuery, useOwnRole, useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { Run } from '../../ui/lib/api/wire.ts';
import type { PageAt } from '../../ui/lib/navigation/page-at.ts';
import { heldQuery } from '../../values/lib/metrics/held-query.ts';
import { WaitingForWorker } from '../../workers/components/worker-notice.tsx';
import { QueuedStart } from '../components/queued-start.tsx';
import { RepeatTasksButton } from '../components/repeat-tasks-button.tsx';
import { StartButton } from '../components/start-button.tsx';
import { wayToRuns } from '../components/way-to-runs.ts';
import { isCancelling } from '../lib/elapsed.ts';
import { runQuery, runSummaryQuery } from '../lib/queries.ts';
import { repeatableQuery } from '../lib/repeat-queries.ts';
import { CancelRunDialog } from './cancel-run-dialog.tsx';
import { ReleaseLockDialog } from './release-lock-dialog.tsx';
import { RunChanges } from './run-changes.tsx';
import { RunDetails } from './run-details.tsx';
import { RunFailures } from './run-failures.tsx';
import { RunLog } from './run-log.tsx';
import { RunOverview } from './run-overview.tsx';
import { RunTasks } from './run-tasks.tsx';
import styles from './runs.module.css';
import { SnapshotCard } from './snapshot-card.tsx';
import { useWholeRun } from './use-whole-run.ts';

// Behind a press, with what knows the parameters of tasks.
const RunAgainDialog = lazy(() =>
  import('../components/run-again-dialog.tsx').then((module) => ({ default: module.RunAgainDialog })),
);

// With its axes, for runs of workers alone.
const HeldNotice = lazy(() =>
  import('../../values/components/held/held-notice.tsx').then((module) => ({ default: module.HeldNotice })),
);
const LiveTraceCard = lazy(() => import('./live-trace.tsx').then((module) => ({ default: module.LiveTraceCard })));

const runPlaces = () => import('./run-places.tsx').then((module) => ({ default: module.RunPlaces }));
const RunPlaces = lazy(runPlaces);

const route = getRouteApi('/app/execution/$executionId');

/** The reads that the address of the page tells. */
export const load = ({ params: { executionId } }: PageAt<'executionId'>) => [
  runSummaryQuery(executionId),
  runQuery(executionId),
  threadsAboutQuery({ run: executionId }),
  metricsConfigQuery(),
];

/** One run while it goes on and afterwards: what went wrong, what it changed, its tasks, and how to end or repeat it. */
export function RunPage() {
  const { executionId } = route.useParams();
  const run = useQuery(runSummaryQuery(executionId));
  const tasks = useQuery(runQuery(executionId));
  // Read before the code of their notice is there.
  useQuery({ ...heldQuery(run.data?.chip_id ?? ''), enabled: run.data !== undefined && isEnded(run.data.status) });
  const isWhole = useWholeRun(executionId, run.data, tasks.isPending);
  return (
    <Page
      title={`Run ${executionId}`}
      breadcrumbs={wayToRuns(run.data?.chip_id)}
      actions={run.data && isWhole && <Actions run={run.data} />}
    >
      {run.data && isWhole ? (
        <RunContent run={run.data} tasks={tasks.data} error={tasks.error} connection={run.error} />
      ) : (
        <PagePending error={run.error} what={`run ${executionId}`} />
      )}
    </Page>
  );
}

function RunContent(props: { run: Run; tasks: Run | undefined; error: Error | null; connection: Error | null }) {
  const { run, tasks } = props;
  return (
    <>
      <ConnectionNotice error={props.connection} />
      {!isEnded(run.status) && <QueuedStart />}
      <WaitingForWorker run={run} />
      <RunOverview run={run} tasks={tasks?.task} />
      {run.runner === 'worker' && run.status === 'running' && !run.recorded_later && (
        <Suspense fallback={<div className={styles.roomOfTrace} />}>
          <LiveTraceCard run={run} />
        </Suspense>
      )}
      {tasks ? (
        <>
          <RunFailures run={run} tasks={tasks.task} />
          <Suspense>
            {isEnded(run.status) && <HeldNotice chipId={run.chip_id} executionId={run.execution_id} />}
          </Suspense>
          {isEnded(run.status) && <RunChanges run={run} />}
          <RunTasks run={tasks} />
        </>
      ) : (
        <Pending error={props.error} what="tasks" />
      )}
      {run.runner === 'worker' && <RunLog run={run} />}
      <DiscussionsCard about={{ run: run.execution_id }} name={`run ${run.execution_id}`} />
      <RunDetails run={run} />
      {run.has_snapshot && <SnapshotCard executionId={run.execution_id} />}
      <div className={styles.room} />
    </>
  );
}

/** A run of single tasks is not a run of its flow. They are repeated from their results, or from the original run. */
function cannotReExecute(run: Run): string | undefined {
  if (run.recorded_later) return 'This run was made without the service. Start its flow instead';
  if (run.source_task_id !== null) return 'This run repeated one task. Measure again from its result';
  return run.note.repeats === undefined ? undefined : `This run repeated some tasks of run ${run.source_execution_id}`;
}

const hasFailed = ({ progress }: Run): boolean => (progress.by_status.failed ?? 0) > 0;

/** What runs the failed and the stale tasks again, each where the run has any. */
function Repeats({ run }: { run: Run }) {
  const isManaged = run.runner === 'managed';
  const { execution_id: id } = run;
  const failed = useQuery({ ...repeatableQuery(id, 'failed'), enabled: isManaged && hasFailed(run) });
  const stale = useQuery({ ...repeatableQuery(id, 'stale'), enabled: isManaged });
  const [failedCount, staleCount] = [failed.data?.total ?? 0, stale.data?.total ?? 0];
  return (
    <>
      {failedCount > 0 && (
        <div className={styles.urgent}>
          <RepeatTasksButton executionId={id} which="failed" count={failedCount} variant="primary" />
        </div>
      )}
      {staleCount > 0 && <RepeatTasksButton executionId={id} which="stale" count={staleCount} />}
    </>
  );
}

function RunMenu({ run }: { run: Run }) {
  const face = {
    label: 'More of this run',
    className: buttonClass(),
    content: (
      <>
        More
        <Icon name="down" />
      </>
    ),
  };
  return (
    <OpenOnPress face={face} load={runPlaces}>
      <RunPlaces face={face} run={run} />
    </OpenOnPress>
  );
}

function Actions({ run }: { run: Run }) {
  const [open, setOpen] = useState<'cancel' | 'unlock' | 'again'>();
  const [isAgain, setAgain] = useState(false);
  const readOnly = useReadOnlyReason();
  const isOwner = useOwnRole() === 'owner';
  const close = () => setOpen(undefined);
  if (isEnded(run.status))
    return (
      <>
        <Repeats run={run} />
        <Button
          disabledReason={readOnly ?? cannotReExecute(run)}
          onClick={() => {
            setOpen('again');
            setAgain(true);
          }}
        >
          Run again…
        </Button>
        <Suspense>{isAgain && <RunAgainDialog run={run} open={open === 'again'} onClose={close} />}</Suspense>
        {!run.recorded_later && (
          <StartButton flowName={run.flow_name} chipId={run.chip_id} variant={hasFailed(run) ? 'plain' : 'primary'} />
        )}
        <RunMenu run={run} />
      </>
    );
  return (
    <>
      {isOwner && !run.recorded_later && <Button onClick={() => setOpen('unlock')}>Release the lock…</Button>}
      <div className={styles.urgent}>
        <Button
          variant="danger"
          disabledReason={readOnly ?? (isCancelling(run) ? 'Cancelling' : undefined)}
          onClick={() => setOpen('cancel')}
        >
          Cancel the run…
        </Button>
      </div>
      <CancelRunDialog run={run} open={open === 'cancel'} onClose={close} />
      <ReleaseLockDialog executionId={run.execution_id} open={open === 'unlock'} onClose={close} />
    </>
  );
}
