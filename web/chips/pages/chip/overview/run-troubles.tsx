import { Link } from '@tanstack/react-router';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { RunLink } from '../../../../runs/components/run-link.tsx';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { RelativeTime } from '../../../../ui/components/relative-time.tsx';
import styles from './overview.module.css';
import { useOtherTroubles } from './use-other-troubles.ts';

const firstRows = 5;

/** Runs that failed since then, workers that are silent, and schedules whose last start was skipped or failed since then. */
export function RunTroubles({ runs, since }: { runs: ChipOverview['runs']; since: string }) {
  const { silent, missed } = useOtherTroubles(since);
  const failed = runs.items.filter(({ status }) => status === 'failed');
  if (failed.length + silent.length + missed.length === 0) return null;
  return (
    <ul className={styles.rows} aria-label="Failed runs, silent workers and missed starts">
      {failed.slice(0, firstRows).map(({ execution_id: id, flow_name: flow, message, created_at: at }) => (
        <li key={id} className={styles.row}>
          <span>
            Run <RunLink executionId={id} /> {flow} failed: {visibleText(message) || 'no message'},{' '}
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
      {silent.slice(0, firstRows).map(({ worker, last_seen_at: at, backends }) => (
        <li key={worker} className={styles.row}>
          <span>
            Worker <strong>{worker}</strong> ({backends.join(', ')}) is silent, last seen <RelativeTime at={at} />
          </span>
        </li>
      ))}
      {missed.slice(0, firstRows).map(({ schedule_id: id, flow_name: flow, firing }) => (
        <li key={id} className={styles.row}>
          <span>
            <Link to="/schedules/$scheduleId" params={{ scheduleId: id }}>
              Schedule of {flow}
            </Link>{' '}
            {firing.outcome}: {visibleText(firing.message)}, <RelativeTime at={firing.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
