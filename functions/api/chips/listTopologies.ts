import { chipOperations } from '#shared/contract/operations/chips.ts';
import { listTopologies as list } from '#shared/services/chips/topologies.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTopologySummary } from './present.ts';

export const listTopologies = endpoint(chipOperations.listTopologies, async ({ ctx, query }) => {
  const topologies = await list(ctx, ctx.projectId, query.size);
  const { length } = topologies;
  const page = { total: length, skip: 0, limit: length, next_cursor: null };
  return { topologies: topologies.map(presentTopologySummary), ...page };
});
