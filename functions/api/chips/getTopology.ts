import { chipOperations } from '#shared/contract/operations/chips.ts';
import { generateTopology } from '#shared/domain/topology/generate.ts';
import { notInProject } from '#shared/errors.ts';
import { getOwnTopology } from '#shared/services/chips/topologies.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTopology } from './present.ts';

export const getTopology = endpoint(chipOperations.getTopology, async ({ ctx, params }) => {
  const { topology_id: id } = params;
  const builtIn = generateTopology(id);
  if (builtIn) return presentTopology(builtIn);
  const own = await getOwnTopology(ctx, ctx.projectId, id);
  if (!own) throw notInProject('Topology', id, ctx.projectId);
  return presentTopology(own.topology, own.deletedAt);
});
