import { chipOperations } from '#shared/contract/operations/chips.ts';
import { readTopology } from '#shared/services/chips/topologies.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTopology } from './present.ts';

export const getTopologyById = endpoint(chipOperations.getTopologyById, async ({ ctx, params }) => ({
  data: presentTopology(await readTopology(ctx, ctx.projectId, params.topology_id)),
}));
