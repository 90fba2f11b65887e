import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as projects from '#shared/services/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentProject } from './present.ts';

export const listProjects = endpoint(projectOperations.listProjects, async ({ ctx, query }) => {
  const { records, page } = wholePage(await projects.listProjects(ctx, { deleted: query.deleted }), query);
  return { projects: records.map(presentProject), ...page, next_cursor: null };
});
