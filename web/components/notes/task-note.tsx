import { useQuery, useQueryClient } from '@tanstack/react-query';
import { noteEventsKey, taskNoteQuery } from '../../lib/notes/queries.ts';
import { deleteTaskNote, saveTaskNote } from '../../lib/notes/writes.ts';
import { Pending } from '../notice.tsx';
import { NoteEditor } from './note-editor.tsx';

/** What people wrote on a task result; it belongs to the result, and has no cool-down of its own. */
export function TaskNote({ taskId }: { taskId: string }) {
  const queryClient = useQueryClient();
  const note = useQuery(taskNoteQuery(taskId));
  if (!note.data) return <Pending error={note.error} what="the note" />;
  return (
    <NoteEditor
      name="the note of this task"
      empty="No note on this task"
      note={note.data}
      write={(content, etag) => saveTaskNote(taskId, content, etag)}
      remove={note.data.updated_at === null ? undefined : (etag) => deleteTaskNote(taskId, etag)}
      refetch={async () => {
        await queryClient.invalidateQueries({ queryKey: noteEventsKey() });
        return queryClient.fetchQuery({ ...taskNoteQuery(taskId), staleTime: 0 });
      }}
      closesOn={[]}
    />
  );
}
