import { projectOperations } from '#shared/contract/operations/projects.ts';
import { transferOwnership } from '#shared/services/projects/ownership.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProject } from './present.ts';

export const transferProjectOwnership = endpoint(
  projectOperations.transferProjectOwnership,
  async ({ ctx, params, body }) => {
    const { project, offeredTo } = await transferOwnership(ctx, {
      projectId: params.project_id,
      username: body.username,
    });
    return { ...presentProject(project), offered_to: offeredTo ?? null };
  },
);
