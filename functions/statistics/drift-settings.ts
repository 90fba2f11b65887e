import { driftOperations } from '#shared/statistics/contract/operations/drift.ts';
import {
  acknowledgeDrift as acknowledge,
  muteDrift,
  unmuteDrift,
} from '#shared/statistics/verbs/drift/decide-drift.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentMute } from './present-drift.ts';

export const acknowledgeDrift = endpoint(driftOperations.acknowledgeDrift, async ({ ctx, params, body }) => {
  const { metric, target_id: target, reason, accept_level: acceptsLevel } = body;
  return acknowledge(ctx, params.chip_id, { metric, target, reason, acceptsLevel });
});

export const deleteDriftMute = endpoint(driftOperations.deleteDriftMute, async ({ ctx, params, query }) =>
  unmuteDrift(ctx, params.chip_id, { metric: query.metric, target: query.target_id }).then(() => undefined),
);

export const upsertDriftMute = endpoint(driftOperations.upsertDriftMute, async ({ ctx, params, body }) => {
  const { metric, target_id: target, until, reason } = body;
  return presentMute(await muteDrift(ctx, params.chip_id, { metric, target, until, reason }));
});
