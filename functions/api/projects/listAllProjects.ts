import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as administration from '#shared/services/projects/administration.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentListedProject } from './present.ts';

export const listAllProjects = endpoint(projectOperations.listAllProjects, async ({ ctx, query }) => {
  const { search, ...request } = query;
  const page = await administration.listAllProjects(ctx, { search }, request);
  return { projects: page.records.map(presentListedProject), ...pageOf(page) };
});
