import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queueQuery } from '../../lib/runs/queue-queries.ts';

// Most of the time nothing is queued.
const QueueNotice = lazy(() => import('./queue-notice.tsx').then((module) => ({ default: module.QueueNotice })));

/** The start that waits until the lock is free, and how to remove it; or why the last one was not started. */
export function QueuedStart() {
  const queue = useQuery(queueQuery()).data;
  if (!queue?.queued && queue?.last?.outcome !== 'failed') return null;
  return (
    <Suspense>
      <QueueNotice queue={queue} />
    </Suspense>
  );
}
