import { driftOperations } from '#shared/contract/operations/drift.ts';
import { acknowledgeDrift as acknowledge } from '#shared/services/drift/decide-drift.ts';
import { endpoint } from '../../http/endpoint.ts';

export const acknowledgeDrift = endpoint(driftOperations.acknowledgeDrift, async ({ ctx, params, body }) => {
  const { metric, target_id: target, reason, accept_level: acceptsLevel } = body;
  return acknowledge(ctx, params.chip_id, { metric, target, reason, acceptsLevel });
});
