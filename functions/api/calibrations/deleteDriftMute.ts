import { driftOperations } from '#shared/contract/operations/drift.ts';
import { unmuteDrift } from '#shared/services/drift/decide-drift.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteDriftMute = endpoint(driftOperations.deleteDriftMute, async ({ ctx, params, query }) =>
  unmuteDrift(ctx, params.chip_id, { metric: query.metric, target: query.target_id }).then(() => undefined),
);
