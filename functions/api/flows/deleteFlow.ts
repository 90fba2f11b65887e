import { flowOperations } from '#shared/contract/operations/flows.ts';
import { deleteFlow as remove } from '#shared/services/flows/delete-flow.ts';
import { endpoint } from '../../http/endpoint.ts';

/** deleteFlow: deletes a flow. */
export const deleteFlow = endpoint(flowOperations.deleteFlow, async ({ ctx, params }) => {
  await remove(ctx, params.name);
  return { message: `Flow '${params.name}' deleted successfully` };
});
