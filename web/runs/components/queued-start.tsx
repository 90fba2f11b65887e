import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { failedStarts, queueQuery } from '../lib/queue-queries.ts';

// Loaded on demand: the queue is usually empty.
const QueueList = lazy(() => import('./queue-list.tsx').then((module) => ({ default: module.QueueList })));

/** The starts that wait until the lock is free, and why others were not started. */
export function QueuedStart() {
  const queue = useQuery(queueQuery()).data;
  if (!queue || (queue.waiting.length === 0 && failedStarts(queue).length === 0)) return null;
  return (
    <Suspense>
      <QueueList queue={queue} />
    </Suspense>
  );
}
