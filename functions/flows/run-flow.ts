import { flowOperations } from '#shared/flows/contract/operations/flows.ts';
import { checkAvailability } from '#shared/flows/verbs/check-availability.ts';
import { endpoint } from '../http/endpoint.ts';
import { orchestrated } from '../ports.ts';

export const checkExecutionAvailability = endpoint(flowOperations.checkExecutionAvailability, async ({ ctx, body }) => {
  const chipId = body.parameters?.chip_id;
  const named = { flowName: body.flow_name ?? undefined, chipId: typeof chipId === 'string' ? chipId : undefined };
  const reason = await checkAvailability(orchestrated(ctx), named);
  return { available: reason === undefined, reason: reason ?? null };
});
