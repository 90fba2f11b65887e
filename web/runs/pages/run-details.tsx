import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { Fold } from '../../ui/components/fold.tsx';
import { Card, DescriptionList } from '../../ui/components/page.tsx';
import { ClockTime } from '../../ui/components/relative-time.tsx';
import { RunStatus } from '../../ui/components/status.tsx';
import { Tags } from '../../ui/components/tags.tsx';
import type { Run } from '../../ui/lib/api/wire.ts';
import { formatDuration } from '../../ui/lib/format/time.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { FlowOfRun } from '../components/flow-of-run.tsx';
import { WhoStarted } from '../components/who-started.tsx';
import { elapsedSeconds, isCancelling } from '../lib/elapsed.ts';
import { holderInTheWay } from '../lib/lock.ts';
import { lockQuery } from '../lib/queries.ts';

// Behind a press, with the catalogue of tasks that knows their units.
const RunParameters = lazy(() => import('./run-parameters.tsx').then((module) => ({ default: module.RunParameters })));

/** Who started a run, when, on what, and with which parameters. */
export function RunDetails({ run }: { run: Run }) {
  const now = useNow(isEnded(run.status) ? undefined : 1_000);
  return (
    <Card title="Details">
      <DescriptionList fixedWidth items={detailsOf(run, elapsedSeconds(run, now))} />
      {Object.keys(run.parameters).length > 0 && (
        <Fold summary="Parameters">
          <Suspense>
            <RunParameters run={run} />
          </Suspense>
        </Fold>
      )}
    </Card>
  );
}

function detailsOf(run: Run, elapsed: number | undefined): [string, React.ReactNode][] {
  return [
    [
      'Status',
      <RunStatus
        key="status"
        status={run.status}
        isCancelling={isCancelling(run)}
        isRecordedLater={run.recorded_later}
      />,
    ],
    ['Flow', <FlowOfRun key="flow" run={run} word="version " />],
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
    ['Who', <WhoStarted key="who" run={run} />],
    ['Started', run.start_at ? <ClockTime key="start" at={run.start_at} /> : run.end_at ? 'never started' : 'not yet'],
    ['Ended', run.end_at ? <ClockTime key="end" at={run.end_at} /> : 'not yet'],
    ...(run.recorded_later
      ? [['Recorded', <ClockTime key="recorded" at={run.created_at} />] as [string, React.ReactNode]]
      : []),
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

/** Which run the project, or the chip, is busy with: this one, or another when this one has ended. */
function ProjectFact({ run }: { run: Run }) {
  const lock = useQuery(lockQuery()).data;
  const holder = holderInTheWay(lock, run.chip_id)?.execution_id;
  if (!lock) return '–';
  if (holder === run.execution_id) return isEnded(run.status) ? 'free' : 'busy with this run';
  return holder === undefined ? 'free' : `busy with run ${holder}`;
}
