import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { FailureFigures } from '../../../../runs/components/failure-figures.tsx';
import { RepeatTasksButton, repeatText } from '../../../../runs/components/repeat-tasks-button.tsx';
import { failuresByReason, withRoom } from '../../../../runs/lib/failures.ts';
import { repeatableQuery } from '../../../../runs/lib/repeat-queries.ts';
import { taskTargetLabel } from '../../../../runs/lib/task-target.ts';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { Button } from '../../../../ui/components/button.tsx';
import { usePast } from '../../../../ui/lib/api/past.ts';
import { metricsConfigQuery } from '../../../../ui/lib/api/queries.ts';
import { displayOf } from '../../../../values/lib/metrics/metric-display.ts';
import { TargetLink } from '../../../components/target-link.tsx';
import { Block, Rest } from './block.tsx';
import styles from './overview.module.css';

const firstTargets = 12;

/** Figures that are shown, over all reasons. */
const mostFigures = 12;

/** The current failures by reason, with their figures, and for each run a way to run exactly its failures again. */
export function FailedBlock({ failed }: { failed: ChipOverview['failed'] }) {
  const tasks = failed.items.map(({ task_name: name, target_id: qid, ...failure }) => ({
    ...failure,
    name,
    qid,
    status: 'failed',
  }));
  return (
    <Block title="Failed" count={failed.total}>
      <ul className={styles.failures}>
        {withRoom(failuresByReason(tasks), mostFigures).map(({ group, room }) => (
          <li key={group.reason}>
            <p>
              {visibleText(group.reason)} <strong>{group.tasks.length}</strong>
            </p>
            <FailureFigures tasks={group.tasks.slice(0, room)} />
            <OtherTargets tasks={group.tasks.slice(room)} />
          </li>
        ))}
      </ul>
      <Rest total={failed.total} shown={failed.items.length} />
      <Repeats executionIds={runsOf(failed.items)} which="failed" />
      {!failed.counted_all && <p className={styles.note}>Runs before the newest 5,000 results were not looked at</p>}
    </Block>
  );
}

/** Targets of which no figure is shown. */
function OtherTargets({ tasks }: { tasks: readonly { task_id: string; name: string; qid: string }[] }) {
  const shown = tasks.slice(0, firstTargets);
  if (shown.length === 0) return null;
  return (
    <p className={styles.row}>
      {shown.map(({ task_id: taskId, name, qid }) => (
        <Link key={taskId} to="/tasks/$taskId" params={{ taskId }}>
          {name} {taskTargetLabel(qid)}
        </Link>
      ))}
      {tasks.length > shown.length && <span>+{tasks.length - shown.length}</span>}
    </p>
  );
}

/** What became stale since then, by metric, and of the newest runs that it is of what measures it again. */
export function ExpiredBlock(props: { chipId: string; expired: ChipOverview['expired']; held: ChipOverview['held'] }) {
  const { chipId, expired, held } = props;
  const nameOf = ({ kind, target_id: id, metric }: { kind: string; target_id: string; metric: string }) =>
    `${kind} ${id} ${metric}`;
  const again = new Set(held?.items.map(nameOf));
  const config = useQuery(metricsConfigQuery());
  const newest = expired.items.slice(0, firstTargets);
  return (
    <Block title="Expired" count={`${expired.total} of ${expired.stale_total} stale`}>
      <p className={styles.row}>
        {expired.by_metric.map(({ kind, metric, count }) => (
          <span key={`${kind} ${metric}`}>
            {displayOf(config.data, kind, metric).title} <strong>{count}</strong>
          </span>
        ))}
      </p>
      <p className={styles.row}>
        {newest.map((one) => (
          <span key={nameOf(one)}>
            <TargetLink chipId={chipId} kind={one.kind} id={one.target_id} />{' '}
            {displayOf(config.data, one.kind, one.metric).title}
            {again.has(nameOf(one)) && ' (measured again, held)'}
          </span>
        ))}
      </p>
      <Rest total={expired.total} shown={newest.length} />
      <Repeats executionIds={runsOf(expired.items)} which="stale" />
    </Block>
  );
}

/** Runs that a button is offered for. */
const mostRuns = 3;

const runsOf = (items: readonly { execution_id: string | null }[]): string[] =>
  [...new Set(items.flatMap(({ execution_id: id }) => id || []))].sort().reverse().slice(0, mostRuns);

function Repeats({ executionIds, which }: { executionIds: readonly string[]; which: 'failed' | 'stale' }) {
  if (executionIds.length === 0) return null;
  return (
    <div className={styles.actions}>
      {executionIds.map((executionId) => (
        <Repeat key={executionId} executionId={executionId} which={which} />
      ))}
    </div>
  );
}

/** Offered where the service can: what a worker ran, its worker runs again. Of the past it would be what failed or is stale by now. */
function Repeat({ executionId, which }: { executionId: string; which: 'failed' | 'stale' }) {
  const isPast = usePast() !== undefined;
  const found = useQuery({ ...repeatableQuery(executionId, which), retry: false, enabled: !isPast });
  // As large as what comes, so that nothing moves.
  if (found.isLoading)
    return (
      <span className={styles.row}>
        <Button small disabled>
          {repeatText(which, 0)}
        </Button>
        <span>of run {executionId}</span>
      </span>
    );
  if (isPast || !found.data || found.data.total === 0)
    return (
      <Link to="/execution/$executionId" params={{ executionId }}>
        Run {executionId}
      </Link>
    );
  return (
    <span className={styles.row}>
      <RepeatTasksButton small executionId={executionId} which={which} count={found.data.total} />
      <span>
        of run{' '}
        <Link to="/execution/$executionId" params={{ executionId }}>
          {executionId}
        </Link>
      </span>
    </span>
  );
}
