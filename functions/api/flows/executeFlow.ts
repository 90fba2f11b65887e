import { flowOperations } from '#shared/contract/operations/flows.ts';
import { executeFlow as execute } from '#shared/services/flows/execute-flow.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentStartedRun } from '../started-run.ts';

export const executeFlow = endpoint(flowOperations.executeFlow, async ({ ctx, params, headers, body }) => {
  const requestKey = headers['idempotency-key'];
  const claimTimeoutSeconds = body.claim_timeout_seconds ?? undefined;
  const persist = body.persist ?? undefined;
  const run = { name: params.name, parameters: body.parameters ?? {}, claimTimeoutSeconds, persist, requestKey };
  return presentStartedRun(ctx, await execute(orchestrated(ctx), run));
});
