import { projectOperations } from '#shared/contract/operations/projects.ts';
import { membersOfAny } from '#shared/services/projects/administration.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentMemberWithUser } from './present.ts';

export const listProjectMembersAdmin = endpoint(
  projectOperations.listProjectMembersAdmin,
  async ({ ctx, params, query }) => {
    const { records, page } = wholePage(await membersOfAny(ctx, params.project_id), query);
    return { members: records.map(presentMemberWithUser), ...page, next_cursor: null };
  },
);
