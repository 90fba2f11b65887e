import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { targetOf } from '../target.ts';
import { scopeRequest } from './present.ts';

const { deleteQubitNote: ofQubit, deleteCouplingNote: ofCoupling } = noteOperations;

const deleteTargetNote = (operation: typeof ofQubit | typeof ofCoupling) =>
  endpoint(operation, async ({ ctx, params, query, headers }) => {
    const target = targetOf(params);
    const note = { chipId: params.chip_id, level: 'target', target } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: `${target.kind === 'qubit' ? 'Qubit' : 'Coupling'} note cleared` };
  });

export const deleteQubitNote = deleteTargetNote(ofQubit);
export const deleteCouplingNote = deleteTargetNote(ofCoupling);
