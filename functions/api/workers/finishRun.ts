import { workerOperations } from '#shared/contract/operations/workers.ts';
import { finishWork } from '#shared/services/workers/finish-work.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { parseUnderClaim } from '../under-claim.ts';

export const finishRun = endpoint(workerOperations.finishRun, async ({ ctx, params, body }) => {
  const end = { ...parseUnderClaim(body), status: body.status, message: body.message };
  const { executionId, status } = await finishWork(orchestrated(ctx), params.flow_run_id, end);
  return { execution_id: executionId, status };
});
