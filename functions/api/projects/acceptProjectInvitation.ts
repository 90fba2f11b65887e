import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMemberWithUser } from './present.ts';

export const acceptProjectInvitation = endpoint(projectOperations.acceptProjectInvitation, async ({ ctx, params }) => {
  const { project_id: projectId, username } = params;
  return presentMemberWithUser(await members.acceptInvitation(ctx, { projectId, username }));
});
