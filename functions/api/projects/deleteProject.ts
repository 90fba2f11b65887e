import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as projects from '#shared/services/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteProject = endpoint(projectOperations.deleteProject, async ({ ctx }) =>
  projects.deleteProject(ctx).then(() => undefined),
);
