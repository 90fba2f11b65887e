import { runQueueOperations } from '#shared/contract/operations/run-queue.ts';
import { queueTask as queue } from '#shared/services/run-queue/run-queue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentQueuedStart } from './present.ts';

export const queueTask = endpoint(runQueueOperations.queueTask, async ({ ctx, headers, body }) => {
  const { task_name: taskName, chip_id: chipId, backend, parameters } = body;
  const claimTimeoutSeconds = body.claim_timeout_seconds ?? undefined;
  const persist = body.persist ?? undefined;
  const requestKey = headers['idempotency-key'];
  return presentQueuedStart(
    await queue(orchestrated(ctx), { taskName, chipId, backend, parameters, claimTimeoutSeconds, persist, requestKey }),
  );
});
