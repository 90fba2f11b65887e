import { noteOperations } from '#shared/contract/operations/notes.ts';
import { upsertNote } from '#shared/services/notes/edit-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noteReply, scopeRequest } from './present.ts';

export const upsertChipNote = endpoint(noteOperations.upsertChipNote, async ({ ctx, params, query, headers, body }) => {
  const note = { chipId: params.chip_id, level: 'chip' } as const;
  return noteReply(
    await upsertNote(ctx, { note, scope: scopeRequest(query), ifMatch: headers['if-match'] }, body.content),
  );
});
