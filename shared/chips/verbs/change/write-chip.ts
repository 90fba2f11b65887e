import type { ProjectContext } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import {
  changedByOthers,
  isDoneUnlessStale,
  orRefuse,
  retryOnConflict,
  staleRead,
} from '../../../kernel/store/dynamodb/conflict.ts';
import { allOf, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys, noteKeys } from '../../../kernel/store/keys.ts';
import { globalScope } from '../../../notes/rules/scope.ts';
import { getLastDeletion } from '../../../notes/store/note-counts.ts';
import { embeddedCopyOf, getNote } from '../../../notes/store/notes.ts';
import { chipNotes } from '../../../notes/verbs/candidates.ts';
import { addEdit, editOf, type NoteEdit } from '../../../notes/verbs/write-note.ts';
import type { Technology } from '../../../values/rules/technology.ts';
import { beforeChange } from '../../../values/verbs/days/chip-state.ts';
import type { Readout } from '../../rules/topology/muxes.ts';
import { ifDayFence } from '../../store/chip-conditions.ts';
import { type ChipRecord, emptyNote, getChip } from '../../store/chips.ts';

/** A chip's own fields that an edit may write; undefined or null leaves one. */
export interface ChipFields {
  activityStatus?: ChipRecord['activityStatus'] | null | undefined;
  installedAt?: string | null | undefined;
  readout?: Readout | undefined;
  technology?: Technology | null | undefined;
  note?: string | null | undefined;
}

/**
 * Writes only the given fields of a chip. A note that differs is an edit of the legacy global note, with its event; an
 * equal one stays unchanged (rule NOTE-11). @throws ServiceError `conflict` when the chip was changed meanwhile.
 */
export function writeChip(
  ctx: ProjectContext,
  before: Stored<ChipRecord>,
  fields: ChipFields,
): Promise<Stored<ChipRecord>> {
  const what = `Chip '${before.chipId}'`;
  let chip = before;
  return retryOnConflict(orRefuse(what), async () => {
    const writing = writeOnce(ctx, chip, fields);
    if (await isDoneUnlessStale(writing)) return writing;
    const existing = await getChip(ctx.db, before.projectId, before.chipId);
    // Closing a day at this moment does not change what the request is about.
    if (existing?.rev !== before.rev) throw changedByOthers(what);
    chip = existing;
    throw staleRead();
  });
}

/** @throws StaleReadError when it was changed meanwhile, or its day was closed. */
async function writeOnce(
  ctx: ProjectContext,
  before: Stored<ChipRecord>,
  { activityStatus, installedAt, technology, readout, note: content }: ChipFields,
): Promise<Stored<ChipRecord>> {
  const edit = content != null && content !== before.note.content ? await noteEdit(ctx, before, content) : undefined;
  const now = nowOf(ctx);
  const fields = {
    ...(await beforeChange(ctx, before, now)),
    activityStatus: activityStatus ?? before.activityStatus,
    installedAt: installedAt ?? before.installedAt,
    readout: readout ?? before.readout,
    technology: technology ?? before.technology,
    note: edit ? (edit.after ? embeddedCopyOf(edit.after) : emptyNote) : before.note,
    updatedAt: now,
  };
  const transaction = new Transaction(ctx.db);
  if (edit) await addEdit(transaction, ctx, edit);
  const asRead = allOf(ifRevision(before.rev), ifDayFence(before));
  transaction.update(chipKeys.chip(before.projectId, before.chipId), revise(fields), asRead, staleRead);
  await transaction.commit();
  return { ...before, ...fields, rev: before.rev + 1 };
}

async function noteEdit(ctx: ProjectContext, chip: Stored<ChipRecord>, content: string): Promise<NoteEdit> {
  const { projectId, chipId } = chip;
  const subject = { level: 'chip' as const };
  const [note, deletedAt] = await Promise.all([
    getNote(ctx.db, noteKeys.chip(projectId, chipId, globalScope.key)),
    getLastDeletion(ctx.db, chip, subject),
  ]);
  const [before] = chipNotes(chip, note ? [note] : []);
  return editOf(ctx, { chipId, subject, scope: globalScope, deletedAt }, before, content);
}
