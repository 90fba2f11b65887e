import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { QueuedRun } from '../../lib/api/wire.ts';
import { queueQuery } from '../../lib/runs/queue-queries.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { RelativeTime } from '../relative-time.tsx';

// The machinery of dialogs is no part of the page where a login lands.
const RemoveQueuedDialog = lazy(() =>
  import('./remove-queued-dialog.tsx').then((module) => ({ default: module.RemoveQueuedDialog })),
);

/** The start that waits until the lock is free, and how to remove it; or why the last one was not started. */
export function QueuedStart() {
  const queue = useQuery(queueQuery()).data;
  if (queue?.queued) return <Waiting queued={queue.queued} />;
  if (queue?.last?.outcome !== 'failed') return null;
  const { flow_name: flowName, queued_by: by, at, message } = queue.last;
  return (
    <Notice tone="warn">
      <span>
        Queued run of {flowName} by {by} did not start, <RelativeTime at={at} />: {message}
      </span>
    </Notice>
  );
}

function Waiting({ queued }: { queued: QueuedRun }) {
  const [open, setOpen] = useState(false);
  const readOnly = useReadOnlyReason();
  return (
    <Notice tone="warn">
      <span>
        Queued run of{' '}
        <Link to="/flows/$flowName" params={{ flowName: queued.flow_name }}>
          {queued.flow_name}
        </Link>{' '}
        by {queued.queued_by} starts when{' '}
        {queued.behind === null ? (
          'the project is free'
        ) : (
          <>
            run{' '}
            <Link to="/execution/$executionId" params={{ executionId: queued.behind }}>
              {queued.behind}
            </Link>{' '}
            ends
          </>
        )}
        . Queued <RelativeTime at={queued.queued_at} />.
      </span>
      <div>
        <Button small disabledReason={readOnly} onClick={() => setOpen(true)}>
          Remove…
        </Button>
      </div>
      {open && (
        <Suspense>
          <RemoveQueuedDialog queued={queued} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Notice>
  );
}
