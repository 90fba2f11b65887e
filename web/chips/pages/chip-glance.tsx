import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { RunLink } from '../../runs/components/run-link.tsx';
import { driftingCount, driftQuery } from '../../statistics/lib/drift/queries.ts';
import { overviewCountsQuery } from '../../statistics/lib/overview/queries.ts';
import { sinceInstant } from '../../statistics/lib/overview/since.ts';
import { needText } from '../../statistics/lib/overview/words.ts';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { RunStatus } from '../../ui/components/status.tsx';
import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import { useNearView } from '../../ui/lib/hooks/use-near-view.ts';
import { useNow } from '../../ui/lib/hooks/use-now.ts';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './chip-glance.module.css';

/** How often `yesterday` is computed again. */
const refreshMilliseconds = 60_000;

/**
 * The counts of a chip since yesterday's morning; requested when the row is near the visible part, and shared by its
 * other cells.
 */
function useCounts(chipId: string, enabled: boolean) {
  const since = sinceInstant('yesterday', useNow(refreshMilliseconds), useTimeZone());
  return useQuery({ ...overviewCountsQuery(chipId, since), enabled });
}

/** What needs attention on a chip, in the words of its overview. */
export function ChipNeeds({ chipId }: { chipId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useNearView(place);
  const { data: overview } = useCounts(chipId, isNear);
  const drift = useQuery({ ...driftQuery(chipId), enabled: isNear });
  const isKnown = overview !== undefined && !drift.isPending;
  const needs = isKnown ? needText(overview, driftingCount(drift.data)) : '';
  return (
    <span ref={place} className={needs ? styles.needs : styles.quiet}>
      {isKnown && (needs || (overview.last_calibrated_at === null ? 'No values yet' : 'Nothing needs you'))}
    </span>
  );
}

/** How many values of a chip are stale. */
export function ChipStale({ chipId }: { chipId: string }) {
  const { data: overview } = useCounts(chipId, false);
  const count = overview?.expired.stale_total;
  const look = classNames(styles.stale, count === 0 && styles.none);
  return <span className={look}>{count !== undefined && `${formatCount(count)} stale`}</span>;
}

/** The run that goes on on a chip, else its last one. */
export function ChipRun({ chipId }: { chipId: string }) {
  const { data: overview } = useCounts(chipId, false);
  const last = overview?.runs.last;
  return (
    <span className={styles.run}>
      {overview && !last && 'no run yet'}
      {last && (
        <>
          <RunStatus status={last.status} /> <RunLink executionId={last.execution_id} />{' '}
          <RelativeTime at={last.created_at} />
        </>
      )}
    </span>
  );
}
