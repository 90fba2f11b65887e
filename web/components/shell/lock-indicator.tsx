import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { projectKey } from '../../lib/api/queries.ts';
import { lockQuery } from '../../lib/runs/queries.ts';
import { Icon } from '../icon.tsx';
import styles from './lock-indicator.module.css';

/**
 * The run that holds the project's lock, wherever a person is; nothing while there is none. When a run ends, all that
 * the project shows is read again, since its values have changed.
 */
export function LockIndicator() {
  const queryClient = useQueryClient();
  const lock = useQuery(lockQuery());
  const holder = lock.data?.holder?.execution_id;
  const before = useRef(holder);
  useEffect(() => {
    if (lock.data === undefined) return;
    if (before.current !== undefined && before.current !== holder)
      void queryClient.invalidateQueries({ queryKey: projectKey() });
    before.current = holder;
  }, [lock.data, holder, queryClient]);
  if (!lock.data?.holder) return null;
  const { execution_id: executionId, username, chip_id: chipId, status } = lock.data.holder;
  const word = lock.data.holder.cancel_requested_at ? 'cancelling' : status === 'scheduled' ? 'waiting' : 'running';
  return (
    <Link
      to="/execution/$executionId"
      params={{ executionId }}
      className={styles.lock}
      aria-label={`Run ${executionId} ${word}`}
      title={`${executionId} by ${username} on ${chipId} is ${word}. The next run can start when it ends`}
    >
      <Icon name="lock" />
      <span className={styles.text}>
        {executionId} {word}
      </span>
    </Link>
  );
}
