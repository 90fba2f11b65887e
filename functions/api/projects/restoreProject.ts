import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as projects from '#shared/services/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProject } from './present.ts';

export const restoreProject = endpoint(projectOperations.restoreProject, async ({ ctx, params }) =>
  presentProject(await projects.restoreProject(ctx, params.project_id)),
);
