import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { projectKey } from '../../lib/api/queries.ts';
import { lockQuery } from '../../lib/runs/queries.ts';
import styles from './lock-indicator.module.css';

type Holder = NonNullable<ReturnType<typeof useHolder>>;

const useHolder = (isReady: boolean) => useQuery({ ...lockQuery(), enabled: isReady }).data?.holder ?? undefined;

const wordOf = ({ cancel_requested_at, status }: Holder): string =>
  cancel_requested_at ? 'cancelling' : status === 'scheduled' ? 'waiting' : 'running';

/** The text for the active run: `Run 20261122-001 running`; undefined while there is none. */
export function useRunningWord(isReady: boolean): string | undefined {
  const holder = useHolder(isReady);
  return holder && `Run ${holder.execution_id} ${wordOf(holder)}`;
}

/** When the run that holds the project's lock ends, all that the project shows is read again: its values have changed. */
export function useRefreshAfterRun(isReady: boolean): void {
  const queryClient = useQueryClient();
  const lock = useQuery({ ...lockQuery(), enabled: isReady });
  const holder = lock.data?.holder?.execution_id;
  const before = useRef(holder);
  useEffect(() => {
    if (lock.data === undefined) return;
    if (before.current !== undefined && before.current !== holder)
      void queryClient.invalidateQueries({ queryKey: projectKey() });
    before.current = holder;
  }, [lock.data, holder, queryClient]);
}

/** Leads to the run that holds the project's lock, from every page; hidden while there is none. */
export function LockIndicator() {
  const holder = useHolder(true);
  if (!holder) return null;
  const { execution_id: executionId, username, chip_id: chipId } = holder;
  const word = wordOf(holder);
  return (
    <Link
      to="/execution/$executionId"
      params={{ executionId }}
      className={styles.lock}
      aria-label={`Run ${executionId} ${word}`}
      title={`${executionId} by ${username} on ${chipId} is ${word}. The next run can start when it ends`}
    >
      <span className={styles.dot} />
      {executionId.split('-').at(-1)}
    </Link>
  );
}
