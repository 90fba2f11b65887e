import { chipOperations } from '#shared/contract/operations/chips.ts';
import { createTopology as create } from '#shared/services/topologies/create-topology.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTopology } from './present.ts';

export const createTopology = endpoint(chipOperations.createTopology, async ({ ctx, body }) => {
  const { topology, leftOut } = await create(ctx, body);
  return { ...presentTopology(topology), left_out: leftOut };
});
