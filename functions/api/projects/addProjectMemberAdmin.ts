import { projectOperations } from '#shared/contract/operations/projects.ts';
import { administeredProject } from '#shared/services/projects/administration.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentMemberWithUser } from './present.ts';

export const addProjectMemberAdmin = endpoint(
  projectOperations.addProjectMemberAdmin,
  async ({ ctx, params, body }) => {
    const inProject = await administeredProject(ctx, params.project_id);
    return presentMemberWithUser(await members.admitMember(inProject, body));
  },
);
