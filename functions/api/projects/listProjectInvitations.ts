import { projectOperations } from '#shared/contract/operations/projects.ts';
import { listInvitations } from '#shared/services/projects/invitations.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentInvitation, presentOffer } from './present.ts';

export const listProjectInvitations = endpoint(projectOperations.listProjectInvitations, async ({ ctx, query }) => {
  const { invitations, offers } = await listInvitations(ctx);
  const { records, page } = wholePage(invitations, query);
  return {
    invitations: records.map(presentInvitation),
    offers: offers.map(presentOffer),
    ...page,
    next_cursor: null,
  };
});
