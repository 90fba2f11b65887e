import { endpoint } from '#functions/http/endpoint.ts';
import { orchestrated } from '#functions/ports.ts';
import { availabilityOperations } from '../contract/operations/availability.ts';
import { checkAvailability } from '../verbs/check-availability.ts';

export const checkExecutionAvailability = endpoint(
  availabilityOperations.checkExecutionAvailability,
  async ({ ctx, body }) => {
    const chipId = body.parameters?.chip_id;
    const named = { flowName: body.flow_name ?? undefined, chipId: typeof chipId === 'string' ? chipId : undefined };
    const reason = await checkAvailability(orchestrated(ctx), named);
    return { available: reason === undefined, reason: reason ?? null };
  },
);
