import { noteOperations } from '#shared/contract/operations/notes.ts';
import { noteEtag } from '#shared/services/notes/etag.ts';
import * as notes from '#shared/services/notes/task-note.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { presentTaskNote } from './present.ts';

export const getTaskNote = endpoint(noteOperations.getTaskNote, async ({ ctx, params }) => {
  const note = await notes.readTaskNote(ctx, params.task_id);
  return new Reply(presentTaskNote(note), { etag: noteEtag(note) });
});
