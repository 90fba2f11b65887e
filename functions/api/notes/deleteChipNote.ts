import { noteOperations } from '#shared/contract/operations/notes.ts';
import { deleteNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scopeRequest } from './present.ts';

export const deleteChipNote = endpoint(noteOperations.deleteChipNote, async ({ ctx, params, query, headers }) => {
  const note = { chipId: params.chip_id, level: 'chip' } as const;
  await deleteNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] });
  return { message: 'Chip note cleared' };
});
