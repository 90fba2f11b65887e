import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMember } from './present.ts';

export const updateProjectMember = endpoint(projectOperations.updateProjectMember, async ({ ctx, params, body }) =>
  presentMember(await members.changeMemberRole(ctx, { username: params.username, role: body.role })),
);
