import { noteOperations } from '#shared/contract/operations/notes.ts';
import { createComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { commentReply, scopeRequest } from './present.ts';

const { createQubitNoteComment: onQubit, createCouplingNoteComment: onCoupling } = noteOperations;

const createTargetNoteComment = (operation: typeof onQubit | typeof onCoupling) =>
  endpoint(operation, async ({ ctx, params, query, body }) => {
    const place = { chipId: params.chip_id, target: targetOf(params), scope: scopeRequest(query) };
    return commentReply(await createComment(ctx, place, body.content));
  });

export const createQubitNoteComment = createTargetNoteComment(onQubit);
export const createCouplingNoteComment = createTargetNoteComment(onCoupling);
