import { noteOperations } from '#shared/contract/operations/notes.ts';
import * as notes from '#shared/services/notes/task-note.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteTaskNote = endpoint(noteOperations.deleteTaskNote, async ({ ctx, params, headers }) => {
  await notes.deleteTaskNote(ctx, params.task_id, headers['if-match']);
  return { message: 'Task note cleared' };
});
