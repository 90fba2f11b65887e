import { noteOperations } from '#shared/contract/operations/notes.ts';
import { listComments } from '#shared/services/notes/read-notes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCommentPage, scopeRequest } from './present.ts';

/** listQubitNoteComments: the comments on the pinned summary of a qubit. */
export const listQubitNoteComments = endpoint(noteOperations.listQubitNoteComments, async ({ ctx, params, query }) => {
  const target = { kind: 'qubit', id: params.qid } as const;
  return presentCommentPage(await listComments(ctx, params.chip_id, target, scopeRequest(query)), query);
});
