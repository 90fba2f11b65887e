import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/components/button.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { ClockTime, RelativeTime } from '../../ui/components/relative-time.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import type { QueuedRun, RunQueue } from '../../ui/lib/api/wire.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { failedStarts, queueKey } from '../lib/queue-queries.ts';
import styles from './queue-list.module.css';

// The code of dialogs is not loaded with the page where a login lands.
const RemoveQueuedDialog = lazy(() =>
  import('./remove-queued-dialog.tsx').then((module) => ({ default: module.RemoveQueuedDialog })),
);

/** The starts that wait, in their order, and those that have failed since the last one that started. */
export function QueueList({ queue }: { queue: RunQueue }) {
  const failed = failedStarts(queue);
  return (
    <>
      {failed.length > 0 && (
        <Notice tone="warn">
          {failed.map((start) => (
            <span key={start.flow_run_id}>
              Queued run of {start.flow_name} by {start.queued_by} did not start, <RelativeTime at={start.at} />:{' '}
              {start.message}
            </span>
          ))}
        </Notice>
      )}
      {queue.waiting.length > 0 && <Waiting waiting={queue.waiting} />}
    </>
  );
}

function Waiting({ waiting }: { waiting: readonly QueuedRun[] }) {
  const queryClient = useQueryClient();
  const [removed, setRemoved] = useState<QueuedRun>();
  const move = useMutation({
    mutationFn: (body: { flow_run_id: string; position: number }) => api.updateQueuedRun({ body }),
    // A read that began before the move would bring the former order back.
    onMutate: () => queryClient.cancelQueries({ queryKey: queueKey() }),
    onSuccess: (queue) => queryClient.setQueryData(queueKey(), queue),
    // It may have been started meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: queueKey() }),
  });
  return (
    <Notice tone="warn">
      {waiting.length > 1 && <span>{plural(waiting.length, 'run')} queued</span>}
      <ol className={styles.list} aria-label="Queued runs">
        {waiting.map((queued) => (
          <li key={queued.flow_run_id}>
            <Description queued={queued} isNext={isNext(queued, waiting)} />
            <Actions
              queued={queued}
              count={waiting.length}
              onMove={(position) => move.mutate({ flow_run_id: queued.flow_run_id, position })}
              onRemove={() => setRemoved(queued)}
            />
          </li>
        ))}
      </ol>
      <ErrorNotice error={move.error} />
      {removed && (
        <Suspense>
          <RemoveQueuedDialog queued={removed} onClose={() => setRemoved(undefined)} />
        </Suspense>
      )}
    </Notice>
  );
}

/** Whether no other start that waits has to begin before: of its chip, where locks are per chip. */
const isNext = ({ chip_id: chipId, position }: QueuedRun, waiting: readonly QueuedRun[]): boolean =>
  waiting.find((other) => other.chip_id === chipId)?.position === position;

function Description({ queued, isNext: next }: { queued: QueuedRun; isNext: boolean }) {
  const { position, behind, chip_id: chipId, estimated_start: estimate, schedule_id: scheduleId } = queued;
  return (
    <span>
      Queued run of{' '}
      {queued.task_name ?? (
        <Link to="/flows/$flowName" params={{ flowName: queued.flow_name }}>
          {queued.flow_name}
        </Link>
      )}{' '}
      {chipId !== null && `on ${chipId} `}
      by{' '}
      {scheduleId === null ? (
        queued.queued_by
      ) : (
        <Link to="/schedules/$scheduleId" params={{ scheduleId }}>
          a schedule of {queued.queued_by}
        </Link>
      )}{' '}
      starts{' '}
      {!next ? (
        `at position ${position}`
      ) : behind === null ? (
        `when the ${chipId === null ? 'project' : 'chip'} is free`
      ) : (
        <>
          when run{' '}
          <Link to="/execution/$executionId" params={{ executionId: behind }}>
            {behind}
          </Link>{' '}
          ends
        </>
      )}
      {estimate === null ? (
        ', at an unknown time'
      ) : (
        <>
          , about <ClockTime at={estimate} />
        </>
      )}
      . Queued <RelativeTime at={queued.queued_at} />.
    </span>
  );
}

function Actions(props: {
  queued: QueuedRun;
  count: number;
  onMove: (position: number) => void;
  onRemove: () => void;
}) {
  const { position, flow_name: name } = props.queued;
  const readOnly = useReadOnlyReason();
  return (
    <div>
      {props.count > 1 && (
        <>
          <Button
            small
            aria-label={`Move ${name} up from position ${position}`}
            disabledReason={readOnly ?? (position === 1 ? 'It is the next' : undefined)}
            onClick={() => props.onMove(position - 1)}
          >
            ↑
          </Button>{' '}
          <Button
            small
            aria-label={`Move ${name} down from position ${position}`}
            disabledReason={readOnly ?? (position === props.count ? 'It is the last' : undefined)}
            onClick={() => props.onMove(position + 1)}
          >
            ↓
          </Button>{' '}
        </>
      )}
      <Button small disabledReason={readOnly} onClick={props.onRemove}>
        Remove…
      </Button>
    </div>
  );
}
