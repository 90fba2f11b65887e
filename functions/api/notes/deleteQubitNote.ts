import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scopeRequest } from './present.ts';

/** deleteQubitNote: deletes the pinned summary of a qubit. */
export const deleteQubitNote = endpoint(noteOperations.deleteQubitNote, async ({ ctx, params, query, headers }) => {
  const note = { chipId: params.chip_id, level: 'target', target: { kind: 'qubit', id: params.qid } } as const;
  await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
  return { message: 'Qubit note cleared' };
});
