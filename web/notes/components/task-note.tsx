import { useQueryClient } from '@tanstack/react-query';
import { taskQuery } from '../../runs/lib/task-queries.ts';
import type { TaskDetail } from '../../ui/lib/api/wire.ts';
import { actionKeys } from '../../ui/lib/keys/keys.ts';
import { noteEventsKey } from '../lib/queries.ts';
import { deleteTaskNote, saveTaskNote } from '../lib/writes.ts';
import { NoteEditor } from './note-editor.tsx';

/** What people wrote on a task result; it is read with the result, and has no cool-down of its own. */
export function TaskNote({ task }: { task: TaskDetail }) {
  const { task_id: taskId, user_note: note } = task;
  const queryClient = useQueryClient();
  return (
    <NoteEditor
      thing={{ task: task.task_id }}
      name="the note of this task"
      empty="No note on this task"
      note={note}
      chipId={task.chip_id}
      write={(content, etag) => saveTaskNote(taskId, content, etag)}
      remove={note.updated_at === null ? undefined : (etag) => deleteTaskNote(taskId, etag)}
      refetch={async () => {
        await queryClient.invalidateQueries({ queryKey: noteEventsKey() });
        return (await queryClient.fetchQuery({ ...taskQuery(taskId), staleTime: 0 })).user_note;
      }}
      shortcut={actionKeys.note}
      closesOn={[]}
    />
  );
}
