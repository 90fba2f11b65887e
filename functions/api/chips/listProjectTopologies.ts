import { chipOperations } from '#shared/contract/operations/chips.ts';
import { listOwnTopologies } from '#shared/services/chips/topologies.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentOwnTopology } from './present.ts';

export const listProjectTopologies = endpoint(chipOperations.listProjectTopologies, async ({ ctx }) => {
  const topologies = (await listOwnTopologies(ctx, ctx.projectId)).filter(({ deletedAt }) => deletedAt === undefined);
  const { length } = topologies;
  return { topologies: topologies.map(presentOwnTopology), total: length, skip: 0, limit: length, next_cursor: null };
});
