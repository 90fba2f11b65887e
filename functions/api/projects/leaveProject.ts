import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';

export const leaveProject = endpoint(projectOperations.leaveProject, async ({ ctx, params }) => {
  await members.leaveProject(ctx, params.project_id);
  return { message: `You left project '${params.project_id}'` };
});
