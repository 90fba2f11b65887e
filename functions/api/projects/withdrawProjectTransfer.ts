import { projectOperations } from '#shared/contract/operations/projects.ts';
import { withdrawOffer } from '#shared/services/projects/ownership.ts';
import { endpoint } from '../../http/endpoint.ts';

export const withdrawProjectTransfer = endpoint(projectOperations.withdrawProjectTransfer, async ({ ctx, params }) => {
  await withdrawOffer(ctx);
  return { message: `Project '${params.project_id}' is no longer offered` };
});
