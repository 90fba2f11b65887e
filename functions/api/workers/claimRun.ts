import { workerOperations } from '#shared/contract/operations/workers.ts';
import { claimRun as claim } from '#shared/services/workers/claim-run.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentClaim } from './present.ts';

export const claimRun = endpoint(workerOperations.claimRun, async ({ ctx, body }) => {
  const { claim_key: claimKey, ...request } = body;
  const response = await claim(orchestrated(ctx), { ...request, claimKey });
  return presentClaim(response, ctx.config.workerWindowSeconds);
});
