import { noteOperations } from '#shared/contract/operations/notes.ts';
import { readNotesSummary } from '#shared/services/notes/read-notes.ts';
import { emptyNote } from '#shared/store/chips/chips.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNote } from '../note.ts';
import { presentScope, presentScopedNote, presentTargetNotes, presentTaskNote, scopeRequest } from './present.ts';

export const getChipNotesSummary = endpoint(noteOperations.getChipNotesSummary, async ({ ctx, params, query }) => {
  const { chipId, scope, chipNote, targets, taskNotes, nextCursor } = await readNotesSummary(
    ctx,
    params.chip_id,
    scopeRequest(query),
    { cursor: query.cursor, metricKey: query.metric_key },
  );
  const subject = (kind: string) => targets.filter(({ target }) => target.kind === kind).map(presentTargetNotes);
  return {
    chip_id: chipId,
    scope: presentScope(scope),
    chip_note: presentScopedNote(chipNote),
    qubits: subject('qubit'),
    couplings: subject('coupling'),
    task_notes: taskNotes.flatMap((note) =>
      note.subject.level === 'task'
        ? [
            {
              task_id: note.subject.taskId,
              qid: note.subject.qid,
              note: presentTaskNote(note),
              ai_review_note: presentNote(emptyNote),
            },
          ]
        : [],
    ),
    next_cursor: nextCursor,
  };
});
