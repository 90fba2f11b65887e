import { projectOperations } from '#shared/contract/operations/projects.ts';
import * as members from '#shared/services/projects/members.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentMember } from './present.ts';

export const listProjectMembers = endpoint(projectOperations.listProjectMembers, async ({ ctx, query }) => {
  const { records, page } = wholePage(await members.listProjectMembers(ctx), query);
  return { members: records.map(presentMember), ...page, next_cursor: null };
});
