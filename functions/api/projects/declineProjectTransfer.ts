import { projectOperations } from '#shared/contract/operations/projects.ts';
import { declineOffer } from '#shared/services/projects/ownership.ts';
import { endpoint } from '../../http/endpoint.ts';

export const declineProjectTransfer = endpoint(projectOperations.declineProjectTransfer, async ({ ctx, params }) => {
  await declineOffer(ctx, params.project_id);
  return { message: `You declined project '${params.project_id}'` };
});
