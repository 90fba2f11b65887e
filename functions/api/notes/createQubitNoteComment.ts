import { noteOperations } from '#shared/contract/operations/notes.ts';
import { createComment } from '#shared/services/notes/comments.ts';
import { endpoint } from '../../http/endpoint.ts';
import { commentReply, scopeRequest } from './present.ts';

/** createQubitNoteComment: comments on the pinned summary of a qubit. */
export const createQubitNoteComment = endpoint(
  noteOperations.createQubitNoteComment,
  async ({ ctx, params, query, body }) => {
    const target = { kind: 'qubit', id: params.qid } as const;
    return commentReply(
      await createComment(ctx, { chipId: params.chip_id, target, scope: scopeRequest(query) }, body.content),
    );
  },
);
