import { noteOperations } from '#shared/contract/operations/notes.ts';
import { upsertNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { noteReply, scopeRequest } from './present.ts';

const { upsertQubitNote: ofQubit, upsertCouplingNote: ofCoupling } = noteOperations;

const upsertTargetNote = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpoint(operation, async ({ ctx, params, query, headers, body }) => {
    const note = { chipId: params.chip_id, level: 'target', target: targetOf(params) } as const;
    const edit = { note, scope: scopeRequest(query), ifMatch: headers['if-match'] };
    return noteReply(await upsertNote(ctx, edit, body.content));
  });

export const upsertQubitNote = upsertTargetNote(ofQubit);
export const upsertCouplingNote = upsertTargetNote(ofCoupling);
