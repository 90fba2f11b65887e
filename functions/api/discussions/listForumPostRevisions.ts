import { discussionOperations } from '#shared/contract/operations/discussions.ts';
import { listRevisions } from '#shared/services/threads/read-threads.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentRevision } from './present.ts';

export const listForumPostRevisions = endpoint(
  discussionOperations.listForumPostRevisions,
  async ({ ctx, params, query }) => {
    const page = await listRevisions(ctx, params.post_id, query);
    return { revisions: page.records.map(presentRevision), ...pageOf(page) };
  },
);
