import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scopeRequest } from './present.ts';

/** deleteCouplingNote: deletes the pinned summary of a coupling. */
export const deleteCouplingNote = endpoint(
  noteOperations.deleteCouplingNote,
  async ({ ctx, params, query, headers }) => {
    const note = {
      chipId: params.chip_id,
      level: 'target',
      target: { kind: 'coupling', id: params.coupling_id },
    } as const;
    await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
    return { message: 'Coupling note cleared' };
  },
);
