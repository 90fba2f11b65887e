import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lockQuery } from '../../../runs/lib/queries.ts';
import { projectKey } from '../../lib/api/queries.ts';
import type { LockStatus } from '../../lib/api/wire.ts';
import styles from './lock-indicator.module.css';

type Holder = LockStatus['locks'][number];

const useHolders = (isReady: boolean) => useQuery({ ...lockQuery(), enabled: isReady }).data?.locks;

const wordOf = ({ cancel_requested_at, status }: Holder): string =>
  cancel_requested_at ? 'cancelling' : status === 'scheduled' ? 'waiting' : 'running';

/** The text for the active runs: `Run 20261122-001 running`; undefined while there is none. */
export function useRunningWord(isReady: boolean): string | undefined {
  const words = useHolders(isReady)?.map((holder) => `Run ${holder.execution_id} ${wordOf(holder)}`);
  return words?.join(', ') || undefined;
}

/** When a run that holds a lock ends, all that the project shows is read again, except what never changes. */
export function useRefreshAfterRun(isReady: boolean): void {
  const queryClient = useQueryClient();
  const active = useHolders(isReady)
    ?.map((holder) => holder.execution_id)
    .join();
  const before = useRef(active);
  useEffect(() => {
    if (active === undefined) return;
    const now = active.split(',');
    const isEnded = before.current?.split(',').some((id) => id !== '' && !now.includes(id));
    const predicate = (query: Query) =>
      !query.observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);
    if (isEnded) void queryClient.invalidateQueries({ queryKey: projectKey(), predicate });
    before.current = active;
  }, [active, queryClient]);
}

/** Least time between two readings of the queries that are followed: a run writes all the time. */
const leastMilliseconds = 55_000;

/** Reads the queries that are followed again when something was written (`followed`). */
export function useFollowWrites(isReady: boolean): void {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt, isError } = useQuery({ ...lockQuery(), enabled: isReady });
  const { revision, lock: isHeld } = data ?? {};
  const seen = useRef<{ revision: string; at: number } | undefined>(undefined);
  const couldLook = useRef(true);
  // While the service is not reached, each query says so; afterwards it reads again what was written meanwhile.
  useEffect(() => {
    if (couldLook.current === !isError) return;
    couldLook.current = !isError;
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isFollowed === true });
  }, [isError, queryClient]);
  useEffect(() => {
    if (!revision) return;
    const last = seen.current;
    if (last && (last.revision === revision || dataUpdatedAt - last.at < leastMilliseconds)) return;
    seen.current = { revision, at: dataUpdatedAt };
    if (!last) return;
    // `useRefreshAfterRun` reads the others.
    void queryClient.invalidateQueries({
      predicate: ({ meta }) => meta?.isFollowed === true && !(isHeld && meta.isOfRuns === true),
    });
  }, [revision, isHeld, dataUpdatedAt, queryClient]);
}

/** Active runs that the rail has room for. */
const MOST_SHOWN = 3;

/** Leads to the runs that hold a lock of the project, from every page; hidden while there is none. */
export function LockIndicator() {
  const { locks = [], scope } = useQuery(lockQuery()).data ?? {};
  const more = locks.length - MOST_SHOWN;
  return (
    <>
      {locks.slice(0, MOST_SHOWN).map((holder) => (
        <ActiveRun key={holder.execution_id} holder={holder} next={scope === 'chip' ? `on ${holder.chip_id} ` : ''} />
      ))}
      {more > 0 && (
        <Link to="/execution" className={styles.lock} aria-label={`${more} more active runs`}>
          +{more}
        </Link>
      )}
    </>
  );
}

function ActiveRun({ holder, next }: { holder: Holder; next: string }) {
  const { execution_id: executionId, username, chip_id: chipId } = holder;
  const word = wordOf(holder);
  return (
    <Link
      to="/execution/$executionId"
      params={{ executionId }}
      className={styles.lock}
      aria-label={`Run ${executionId} ${word}`}
      title={`${executionId} by ${username} on ${chipId} is ${word}. The next run ${next}can start when it ends`}
    >
      <span className={styles.dot} />
      {executionId.split('-').at(-1)}
    </Link>
  );
}
