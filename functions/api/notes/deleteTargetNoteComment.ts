import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { scopeRequest } from './present.ts';

const { deleteQubitNoteComment: onQubit, deleteCouplingNoteComment: onCoupling } = noteOperations;

const deleteTargetNoteComment = (operation: typeof onQubit | typeof onCoupling) =>
  endpoint(operation, async ({ ctx, params, query, headers }) => {
    const request = {
      chipId: params.chip_id,
      target: targetOf(params),
      commentId: params.comment_id,
      scope: scopeRequest(query),
      ifMatch: headers['if-match'],
    };
    await deleteComment(ctx, request);
    return { message: 'Target note comment deleted' };
  });

export const deleteQubitNoteComment = deleteTargetNoteComment(onQubit);
export const deleteCouplingNoteComment = deleteTargetNoteComment(onCoupling);
