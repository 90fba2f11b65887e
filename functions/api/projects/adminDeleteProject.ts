import { projectOperations } from '#shared/contract/operations/projects.ts';
import { deleteAnyProject } from '#shared/services/projects/administration.ts';
import { endpoint } from '../../http/endpoint.ts';

export const adminDeleteProject = endpoint(projectOperations.adminDeleteProject, async ({ ctx, params }) => {
  await deleteAnyProject(ctx, params.project_id);
  return { message: `Project '${params.project_id}' deleted` };
});
