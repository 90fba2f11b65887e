import { noteOperations } from '#shared/contract/operations/notes.ts';
import { listComments } from '#shared/services/notes/read-notes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { presentCommentPage, scopeRequest } from './present.ts';

const { listQubitNoteComments: onQubit, listCouplingNoteComments: onCoupling } = noteOperations;

const listTargetNoteComments = (operation: typeof onQubit | typeof onCoupling) =>
  endpoint(operation, async ({ ctx, params, query }) =>
    presentCommentPage(await listComments(ctx, params.chip_id, targetOf(params), scopeRequest(query)), query),
  );

export const listQubitNoteComments = listTargetNoteComments(onQubit);
export const listCouplingNoteComments = listTargetNoteComments(onCoupling);
