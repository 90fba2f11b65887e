import type { ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { noteEventKeys } from '../../kernel/store/keys.ts';
import { applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { closeTargetDays } from '../../values/verbs/days/target-days.ts';
import { globalScope } from '../rules/scope.ts';
import { getLastDeletion } from '../store/note-counts.ts';
import { noteEventEntity } from '../store/note-events.ts';
import { getNote, noteKeyOf } from '../store/notes.ts';
import { addContextWrites } from './add-context-writes.ts';
import { chipNotes } from './candidates.ts';
import { requireAuthor } from './comments.ts';
import { readNoteContext } from './note-context.ts';
import { refuseChanged, restoringEdit } from './restoring.ts';
import { restoreTaskNote } from './task-note.ts';
import { addEdit, type KeptNote } from './write-note.ts';

/**
 * Writes a note as it was before an edit, or deletes it, in the scope that it had; with one event, like every edit (rule UNDO-7).
 * @throws ServiceError `not-found` for the chip or target; `forbidden` for a comment of another author; `conflict` where the note was
 * edited since, or its former text is not kept.
 */
export async function restoreNote(ctx: ProjectContext, kept: KeptNote): Promise<void> {
  const content = await formerContent(ctx.db, ctx.projectId, kept);
  if (kept.subject.level === 'task') return restoreTaskNote(ctx, kept.subject.taskId, { kept, content });
  const { chipId, subject, scope } = kept;
  await applyOnceWithRetries(ctx, `The note on chip '${chipId}'`, async () => {
    const target = 'target' in subject ? subject.target : undefined;
    const found = await readNoteContext(ctx, { chipId, level: subject.level, target }, {});
    // It keeps its place: neither the pointer nor the cool-down of today matters.
    const context = { ...found, scope, cooldown: undefined, marked: false, followsPointer: false };
    const stored = await getNote(ctx.db, noteKeyOf({ projectId: ctx.projectId, chipId, subject, scope }));
    const isChips = subject.level === 'chip' && scope.key === globalScope.key;
    const before = isChips ? chipNotes(found.chip, stored ? [stored] : [])[0] : stored;
    refuseChanged(kept, before);
    if (subject.level === 'comment')
      requireAuthor(ctx, before ?? { ...kept.created }, `Comment '${subject.commentId}'`);
    const deletedAt = await getLastDeletion(ctx.db, found.chip, subject);
    const edit = restoringEdit(ctx, { chipId, subject, scope, deletedAt }, before, { kept, content });
    const transaction = new Transaction(ctx.db);
    await addEdit(transaction, ctx, edit);
    if (found.target && subject.level !== 'comment')
      await closeTargetDays(ctx, found.chip, [found.target], edit.event.createdAt);
    addContextWrites(transaction, context, edit);
    await transaction.commit();
  });
}

/** The text before the edit, as its event has it; undefined where there was no note. */
async function formerContent(
  db: Database,
  projectId: string,
  { chipId, before }: KeptNote,
): Promise<string | undefined> {
  if (!before) return undefined;
  const item = await getItem(db, noteEventKeys.event(projectId, chipId, before.updatedAt, before.eventId));
  if (!item) throw conflict('The former text of the note is not kept', 'not_undoable');
  return noteEventEntity.decode(item).content;
}
