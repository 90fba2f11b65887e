import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lockQuery } from '../../lib/runs/queries.ts';
import { Notice } from '../notice.tsx';
import { RelativeTime } from '../relative-time.tsx';

/** Says which run keeps the project busy, and what to do meanwhile; hidden while it is free. */
export function LockNotice({ meanwhile }: { meanwhile: string }) {
  const holder = useQuery(lockQuery()).data?.holder;
  if (!holder) return null;
  return (
    <Notice tone="warn">
      <span>
        A project has one run at a time:{' '}
        <Link to="/execution/$executionId" params={{ executionId: holder.execution_id }}>
          {holder.execution_id}
        </Link>{' '}
        by {holder.username} on {holder.chip_id} started <RelativeTime at={holder.acquired_at} />. {meanwhile}
      </span>
    </Notice>
  );
}
