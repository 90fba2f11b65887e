import { noteOperations } from '#shared/contract/operations/notes.ts';
import { listComments } from '#shared/services/notes/read-notes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCommentPage, scopeRequest } from './present.ts';

/** listCouplingNoteComments: the comments on the pinned summary of a coupling. */
export const listCouplingNoteComments = endpoint(
  noteOperations.listCouplingNoteComments,
  async ({ ctx, params, query }) => {
    const target = { kind: 'coupling', id: params.coupling_id } as const;
    return presentCommentPage(await listComments(ctx, params.chip_id, target, scopeRequest(query)), query);
  },
);
