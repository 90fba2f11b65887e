import { runQueueOperations } from '#shared/contract/operations/run-queue.ts';
import { moveQueued, readQueue } from '#shared/services/run-queue/run-queue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentQueue } from './present.ts';

export const updateQueuedRun = endpoint(runQueueOperations.updateQueuedRun, async ({ ctx, body }) => {
  await moveQueued(orchestrated(ctx), body.flow_run_id, body.position);
  return presentQueue(await readQueue(orchestrated(ctx)));
});
