import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scopeRequest } from './present.ts';

/** deleteQubitNoteComment: deletes a comment on a qubit. */
export const deleteQubitNoteComment = endpoint(
  noteOperations.deleteQubitNoteComment,
  async ({ ctx, params, query, headers }) => {
    const request = {
      chipId: params.chip_id,
      target: { kind: 'qubit', id: params.qid } as const,
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    await deleteComment(ctx, request);
    return { message: 'Target note comment deleted' };
  },
);
