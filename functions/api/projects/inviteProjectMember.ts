import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMember } from './present.ts';

export const inviteProjectMember = endpoint(projectOperations.inviteProjectMember, async ({ ctx, body }) => {
  const { username, role } = body;
  return presentMember(await members.inviteMember(ctx, { username, role }));
});
