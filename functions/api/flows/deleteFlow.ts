import { flowOperations } from '#shared/contract/operations/flows.ts';
import { deleteFlow as remove } from '#shared/services/schedules/delete-flow.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteFlow = endpoint(flowOperations.deleteFlow, async ({ ctx, params }) => {
  const { schedules } = await remove(ctx, params.name);
  const also = schedules > 0 ? `, with ${schedules} ${schedules === 1 ? 'schedule' : 'schedules'}` : '';
  return { message: `Flow '${params.name}' deleted successfully${also}` };
});
