import { noteOperations } from '#shared/contract/operations/notes.ts';
import { updateComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { commentReply, scopeRequest } from './present.ts';

/** updateQubitNoteComment: edits a comment on a qubit. */
export const updateQubitNoteComment = endpoint(
  noteOperations.updateQubitNoteComment,
  async ({ ctx, params, query, headers, body }) => {
    const request = {
      chipId: params.chip_id,
      target: { kind: 'qubit', id: params.qid } as const,
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    return commentReply(await updateComment(ctx, request, body.content));
  },
);
