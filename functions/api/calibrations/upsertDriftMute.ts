import { driftOperations } from '#shared/contract/operations/drift.ts';
import { muteDrift } from '#shared/services/drift/decide-drift.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMute } from '../drift.ts';

export const upsertDriftMute = endpoint(driftOperations.upsertDriftMute, async ({ ctx, params, body }) => {
  const { metric, target_id: target, until, reason } = body;
  return presentMute(await muteDrift(ctx, params.chip_id, { metric, target, until, reason }));
});
