import { runQueueOperations } from '#shared/contract/operations/run-queue.ts';
import { removeQueued } from '#shared/services/run-queue/run-queue.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';

export const deleteQueuedRun = endpoint(runQueueOperations.deleteQueuedRun, async ({ ctx, query }) => {
  const { flowName } = await removeQueued(orchestrated(ctx), query.flow_run_id);
  return { message: `The queued run of flow '${flowName}' was removed` };
});
