import { projectOperations } from '#shared/contract/operations/projects.ts';
import { listInvitations } from '#shared/services/projects/invitations.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentInvitation } from './present.ts';

export const listProjectInvitations = endpoint(projectOperations.listProjectInvitations, async ({ ctx, query }) => {
  const { records, page } = wholePage(await listInvitations(ctx), query);
  return { invitations: records.map(presentInvitation), ...page, next_cursor: null };
});
