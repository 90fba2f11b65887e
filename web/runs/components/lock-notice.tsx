import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../ui/components/notice.tsx';
import { RelativeTime } from '../../ui/components/relative-time.tsx';
import { holderInTheWay } from '../lib/lock.ts';
import { lockQuery } from '../lib/queries.ts';

/** Says which run a start on a chip waits for, and what to do meanwhile; hidden while there is none. */
export function LockNotice({ chipId, meanwhile }: { chipId: string | undefined; meanwhile: string }) {
  const lock = useQuery(lockQuery()).data;
  const holder = holderInTheWay(lock, chipId);
  if (!lock || !holder) return null;
  return (
    <Notice tone="warn">
      <span>
        {lock.scope === 'project' ? 'A project has one run at a time:' : 'Each chip has one run at a time:'}{' '}
        <Link to="/execution/$executionId" params={{ executionId: holder.execution_id }}>
          {holder.execution_id}
        </Link>{' '}
        by {holder.username} on {holder.chip_id} started <RelativeTime at={holder.acquired_at} />. {meanwhile}
      </span>
    </Notice>
  );
}
