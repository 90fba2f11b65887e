import { projectOperations } from '#shared/contract/operations/projects.ts';
import { acceptOffer } from '#shared/services/projects/ownership.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProject } from './present.ts';

export const acceptProjectTransfer = endpoint(projectOperations.acceptProjectTransfer, async ({ ctx, params }) =>
  presentProject(await acceptOffer(ctx, params.project_id)),
);
