import { workerOperations } from '#shared/contract/operations/workers.ts';
import { appendLog } from '#shared/services/workers/append-log.ts';
import { endpoint } from '../../http/endpoint.ts';
import { parseUnderClaim } from '../under-claim.ts';

export const appendRunLog = endpoint(workerOperations.appendRunLog, async ({ ctx, params, body }) => {
  const { sequence, lines } = body;
  const { next, stop } = await appendLog(ctx, params.flow_run_id, { ...parseUnderClaim(body), sequence, lines });
  return { next_sequence: next, stop };
});
