import { runQueueOperations } from '#shared/runs/contract/operations/run-queue.ts';
import {
  queueFlow as enqueueFlow,
  queueTask as enqueueTask,
  moveQueued,
  readQueue,
  removeQueued,
  titleOf,
} from '#shared/runs/verbs/queue/run-queue.ts';
import { endpoint } from '../http/endpoint.ts';
import { orchestrated } from '../ports.ts';
import { presentQueue, presentQueuedStart } from './present-run-queue.ts';

export const deleteQueuedRun = endpoint(runQueueOperations.deleteQueuedRun, async ({ ctx, query }) => {
  const run = await removeQueued(orchestrated(ctx), query.flow_run_id);
  return { message: `${titleOf(run)} was removed from the queue` };
});

export const getRunQueue = endpoint(runQueueOperations.getRunQueue, async ({ ctx }) =>
  presentQueue(await readQueue(orchestrated(ctx))),
);

export const queueFlow = endpoint(runQueueOperations.queueFlow, async ({ ctx, params, headers, body }) => {
  const requestKey = headers['idempotency-key'];
  const claimTimeoutSeconds = body.claim_timeout_seconds ?? undefined;
  const persist = body.persist ?? undefined;
  const run = { name: params.name, parameters: body.parameters ?? {}, claimTimeoutSeconds, persist, requestKey };
  return presentQueuedStart(await enqueueFlow(orchestrated(ctx), run));
});

export const queueTask = endpoint(runQueueOperations.queueTask, async ({ ctx, headers, body }) => {
  const { task_name: taskName, chip_id: chipId, backend, parameters } = body;
  const claimTimeoutSeconds = body.claim_timeout_seconds ?? undefined;
  const persist = body.persist ?? undefined;
  const requestKey = headers['idempotency-key'];
  return presentQueuedStart(
    await enqueueTask(orchestrated(ctx), {
      taskName,
      chipId,
      backend,
      parameters,
      claimTimeoutSeconds,
      persist,
      requestKey,
    }),
  );
});

export const updateQueuedRun = endpoint(runQueueOperations.updateQueuedRun, async ({ ctx, body }) => {
  await moveQueued(orchestrated(ctx), body.flow_run_id, body.position);
  return presentQueue(await readQueue(orchestrated(ctx)));
});
