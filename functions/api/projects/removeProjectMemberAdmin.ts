import { projectOperations } from '#shared/contract/operations/projects.ts';
import { administeredProject } from '#shared/services/projects/administration.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';

export const removeProjectMemberAdmin = endpoint(
  projectOperations.removeProjectMemberAdmin,
  async ({ ctx, params: { project_id: projectId, username } }) => {
    await members.revokeMember(await administeredProject(ctx, projectId), username);
    return { message: `User '${username}' removed from project '${projectId}'` };
  },
);
