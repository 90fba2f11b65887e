import { runQueueOperations } from '#shared/contract/operations/run-queue.ts';
import { queueFlow as queue } from '#shared/services/run-queue/run-queue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentQueuedStart } from './present.ts';

export const queueFlow = endpoint(runQueueOperations.queueFlow, async ({ ctx, params, headers, body }) => {
  const requestKey = headers['idempotency-key'];
  const claimTimeoutSeconds = body.claim_timeout_seconds ?? undefined;
  const persist = body.persist ?? undefined;
  const run = { name: params.name, parameters: body.parameters ?? {}, claimTimeoutSeconds, persist, requestKey };
  return presentQueuedStart(await queue(orchestrated(ctx), run));
});
