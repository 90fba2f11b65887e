import { noteOperations } from '#shared/contract/operations/notes.ts';
import { noteEtag } from '#shared/services/notes/etag.ts';
import * as notes from '#shared/services/notes/task-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { presentTaskNote } from './present.ts';

export const upsertTaskNote = endpoint(noteOperations.upsertTaskNote, async ({ ctx, params, headers, body }) => {
  const note = await notes.upsertTaskNote(ctx, params.task_id, body.content, headers['if-match']);
  return new Reply(presentTaskNote(note), { etag: noteEtag(note) });
});
