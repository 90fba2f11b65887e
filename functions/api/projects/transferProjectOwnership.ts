import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProject } from './present.ts';

export const transferProjectOwnership = endpoint(
  projectOperations.transferProjectOwnership,
  async ({ ctx, params, body }) => {
    const project = await members.transferOwnership(ctx, { projectId: params.project_id, username: body.username });
    return presentProject(project);
  },
);
