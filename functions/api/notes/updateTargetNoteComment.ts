import { noteOperations } from '#shared/contract/operations/notes.ts';
import { updateComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { commentReply, scopeRequest } from './present.ts';

const { updateQubitNoteComment: onQubit, updateCouplingNoteComment: onCoupling } = noteOperations;

const updateTargetNoteComment = (operation: typeof onQubit | typeof onCoupling) =>
  endpoint(operation, async ({ ctx, params, query, headers, body }) => {
    const request = {
      chipId: params.chip_id,
      target: targetOf(params),
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    return commentReply(await updateComment(ctx, request, body.content));
  });

export const updateQubitNoteComment = updateTargetNoteComment(onQubit);
export const updateCouplingNoteComment = updateTargetNoteComment(onCoupling);
