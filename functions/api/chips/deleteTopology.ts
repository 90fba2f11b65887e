import { chipOperations } from '#shared/contract/operations/chips.ts';
import { deleteTopology as remove } from '#shared/services/topologies/delete-topology.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteTopology = endpoint(chipOperations.deleteTopology, async ({ ctx, params }) => {
  const { topology_id: id } = params;
  const { isKept } = await remove(ctx, id);
  return { message: isKept ? `Topology '${id}' deleted; chips that have it keep it` : `Topology '${id}' deleted` };
});
