import { noteOperations } from '#shared/contract/operations/notes.ts';
import { createComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { commentReply, scopeRequest } from './present.ts';

/** createCouplingNoteComment: comments on the pinned summary of a coupling. */
export const createCouplingNoteComment = endpoint(
  noteOperations.createCouplingNoteComment,
  async ({ ctx, params, query, body }) => {
    const target = { kind: 'coupling', id: params.coupling_id } as const;
    return commentReply(
      await createComment(ctx, { chipId: params.chip_id, target, scope: scopeRequest(query) }, body.content),
    );
  },
);
