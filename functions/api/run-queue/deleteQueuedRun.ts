import { runQueueOperations } from '#shared/contract/operations/run-queue.ts';
import { removeQueued, titleOf } from '#shared/services/run-queue/run-queue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';

export const deleteQueuedRun = endpoint(runQueueOperations.deleteQueuedRun, async ({ ctx, query }) => {
  const run = await removeQueued(orchestrated(ctx), query.flow_run_id);
  return { message: `${titleOf(run)} was removed from the queue` };
});
