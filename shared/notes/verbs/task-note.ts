import { ifChipNotDeleting, ifChipUnchanged } from '../../chips/store/chip-conditions.ts';
import { getChip } from '../../chips/store/chips.ts';
import { refuseOfDeletedChip } from '../../chips/verbs/deleted-chip.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import type { Condition } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { chipKeys, noteKeys, taskKeys } from '../../kernel/store/keys.ts';
import { applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { readTaskResult } from '../../results/verbs/read-task-result.ts';
import { globalScope } from '../rules/scope.ts';
import { getLastDeletion } from '../store/note-counts.ts';
import { type EmbeddedNote, embeddedCopyOf, getNote, type StoredNote } from '../store/notes.ts';
import { requireMatch, setNoteOf } from './etag.ts';
import { type Restoring, refuseChanged, restoringEdit } from './restoring.ts';
import { addEdit, editOf, type Noted, type NoteEdit } from './write-note.ts';

/**
 * The user's note of a task result. It is stored in the result, which outlives its chip, and while the chip exists also
 * among the chip's notes, so that the summary finds it without reading task results.
 */

/** The note of a task result. @throws ServiceError `not-found` for the result, or where none is set. */
export async function readTaskNote(ctx: ProjectContext, taskId: string): Promise<EmbeddedNote & { eventId: string }> {
  const { userNote } = await readResult(ctx, taskId);
  if (!userNote) throw notSet(taskId);
  return userNote;
}

/** Writes the note, with one event. @throws ServiceError `not-found`; `conflict` where `ifMatch` does not fit. */
export function upsertTaskNote(
  ctx: ProjectContext,
  taskId: string,
  content: string,
  ifMatch: string | undefined,
): Promise<StoredNote> {
  return applyOnceWithRetries(ctx, nameOf(taskId), async () => {
    const existing = await readExisting(ctx, taskId, ifMatch);
    const edit = editOf(ctx, existing.noted, existing.before, content);
    await commit(ctx, existing, edit);
    return edit.after;
  });
}

/** Deletes the note, with one event. @throws as `upsertTaskNote`; `not-found` if it was never set. */
export async function deleteTaskNote(ctx: ProjectContext, taskId: string, ifMatch: string | undefined): Promise<void> {
  await applyOnceWithRetries(ctx, nameOf(taskId), async () => {
    const existing = await readExisting(ctx, taskId, ifMatch);
    if (!existing.before) throw notSet(taskId);
    await commit(ctx, existing, editOf(ctx, existing.noted, existing.before, undefined));
  });
}

/** Writes the note as it was before an edit. @throws ServiceError `not-found`; `conflict` where it was edited since. */
export async function restoreTaskNote(ctx: ProjectContext, taskId: string, restoring: Restoring): Promise<void> {
  await applyOnceWithRetries(ctx, nameOf(taskId), async () => {
    const existing = await readExisting(ctx, taskId, undefined);
    refuseChanged(restoring.kept, existing.before);
    await commit(ctx, existing, restoringEdit(ctx, existing.noted, existing.before, restoring));
  });
}

const nameOf = (taskId: string): string => `Note of task result '${taskId}'`;
const notSet = (taskId: string) => notFound(`${nameOf(taskId)} is not set`);

/** A result whose note, if one is set, tells which edit made it. */
async function readResult(ctx: ProjectContext, taskId: string) {
  const result = await readTaskResult(ctx, taskId);
  return { result, userNote: setNoteOf(result.userNote) };
}

async function readExisting(ctx: ProjectContext, taskId: string, ifMatch: string | undefined) {
  const { result, userNote } = await readResult(ctx, taskId);
  requireMatch(nameOf(taskId), userNote, ifMatch);
  const { chipId, qid, name: taskName } = result;
  const subject = { level: 'task' as const, taskId, qid };
  const [chip, row, deletedAt] = await Promise.all([
    getChip(ctx.db, ctx.projectId, chipId),
    getNote(ctx.db, noteKeys.task(ctx.projectId, chipId, taskId)),
    getLastDeletion(ctx.db, result, subject),
  ]);
  if (!chip) await refuseOfDeletedChip(ctx.db, ctx.projectId, chipId);
  const noted = { chipId, subject, scope: globalScope, taskName, deletedAt };
  const before = row ?? (userNote && withoutRow(ctx, noted, userNote));
  return { result, userNote, noted, before, inChip: chip !== undefined };
}

/** The note of a result whose chip is gone, or was made anew: it has no place among the chip's notes. */
const withoutRow = (
  { projectId }: ProjectContext,
  noted: Noted,
  { content, updatedBy, updatedAt = '', eventId }: EmbeddedNote & { eventId: string },
): Stored<StoredNote> => ({
  projectId,
  ...{ chipId: noted.chipId, subject: noted.subject, scope: noted.scope },
  ...{ content, updatedBy, updatedAt, eventId },
  ...{ createdBy: updatedBy, createdByUserId: '', createdAt: updatedAt },
  rev: 0,
});

type Existing = Awaited<ReturnType<typeof readExisting>>;

async function commit(ctx: ProjectContext, { result, userNote, inChip }: Existing, edit: NoteEdit): Promise<void> {
  const { projectId, chipId, taskId } = result;
  const transaction = new Transaction(ctx.db);
  await addEdit(transaction, ctx, edit, inChip);
  transaction.check(
    chipKeys.chip(projectId, chipId),
    inChip ? ifChipNotDeleting : ifChipUnchanged(undefined),
    staleRead,
  );
  // The run's own attributes are left alone, and with them the revision that it writes by.
  const update = updateOf({ set: { userNote: edit.after && embeddedCopyOf(edit.after) } });
  transaction.update(taskKeys.result(projectId, taskId), update, ifNoted(userNote), staleRead);
  await transaction.commit();
}

/** The result is there, with the note that was read. */
const ifNoted = (note: EmbeddedNote | undefined): Condition =>
  note
    ? { expression: 'userNote.updatedAt = :expectedAt', values: { ':expectedAt': note.updatedAt } }
    : { expression: 'attribute_exists(pk) AND attribute_not_exists(userNote.updatedAt)' };
