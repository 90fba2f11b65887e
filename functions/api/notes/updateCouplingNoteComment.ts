import { noteOperations } from '#shared/contract/operations/notes.ts';
import { updateComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { commentReply, scopeRequest } from './present.ts';

/** updateCouplingNoteComment: edits a comment on a coupling. */
export const updateCouplingNoteComment = endpoint(
  noteOperations.updateCouplingNoteComment,
  async ({ ctx, params, query, headers, body }) => {
    const request = {
      chipId: params.chip_id,
      target: { kind: 'coupling', id: params.coupling_id } as const,
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    return commentReply(await updateComment(ctx, request, body.content));
  },
);
