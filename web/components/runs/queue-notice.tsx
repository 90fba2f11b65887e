import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useReadOnlyReason } from '../../lib/api/queries.ts';
import type { QueuedRun, RunQueue } from '../../lib/api/wire.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { RelativeTime } from '../relative-time.tsx';

// The machinery of dialogs is no part of the page where a login lands.
const RemoveQueuedDialog = lazy(() =>
  import('./remove-queued-dialog.tsx').then((module) => ({ default: module.RemoveQueuedDialog })),
);

/** The start that waits, or why the last one was not started. */
export function QueueNotice({ queue: { queued, last } }: { queue: RunQueue }) {
  if (queued) return <Waiting queued={queued} />;
  if (!last) return null;
  return (
    <Notice tone="warn">
      <span>
        Queued run of {last.flow_name} by {last.queued_by} did not start, <RelativeTime at={last.at} />: {last.message}
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
