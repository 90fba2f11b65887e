import { Link } from '@tanstack/react-router';
import { RunLink } from '../../../../runs/components/run-link.tsx';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { ClockTime, RelativeTime } from '../../../../ui/components/relative-time.tsx';
import { RunStatus } from '../../../../ui/components/status.tsx';
import { usePast } from '../../../../ui/lib/api/past.ts';
import { useReadOnlyReason } from '../../../../ui/lib/api/queries.ts';
import { plural } from '../../../../ui/lib/format/words.ts';
import { Block } from './block.tsx';
import styles from './overview.module.css';
import { RunTroubles } from './run-troubles.tsx';

/** The last and the next run, and what did not run. */
export function RunsBlock({ overview: { runs, since } }: { overview: ChipOverview }) {
  const { last, next } = runs;
  const readOnly = useReadOnlyReason();
  const isPast = usePast() !== undefined;
  return (
    <Block title="Runs" count={runs.total}>
      <p className={styles.row}>
        {last ? (
          <span>
            Last <RunLink executionId={last.execution_id} /> {last.flow_name} <RunStatus status={last.status} />{' '}
            {countsText(last.tasks)}, <RelativeTime at={last.created_at} />
          </span>
        ) : (
          <span>{isPast ? 'No run by then' : 'No run yet'}</span>
        )}
      </p>
      {isPast || <RunTroubles runs={runs} since={since} />}
      {isPast || (
        <p className={styles.row}>
          <span>
            {next === null ? (
              <>No run is scheduled. {readOnly === undefined && <Link to="/schedules">Schedule one</Link>}</>
            ) : next.at === null ? (
              <>Queued: {next.flow_name}, as soon as the project is free</>
            ) : (
              <>
                Next {next.flow_name} <ClockTime at={next.at} />
              </>
            )}
          </span>
        </p>
      )}
    </Block>
  );
}

function countsText(tasks: Partial<Record<string, number>>): string {
  const { completed = 0, failed = 0 } = tasks;
  const total = Object.values(tasks).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const done = `${completed} of ${plural(total, 'task')} completed`;
  return failed > 0 ? `${done}, ${failed} failed` : done;
}
