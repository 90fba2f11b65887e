import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as projects from '#shared/services/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentProject } from './present.ts';

export const createProject = endpoint(projectOperations.createProject, async ({ ctx, body }) =>
  presentProject(await projects.createProject(ctx, body)),
);
