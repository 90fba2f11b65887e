import type { ProjectContext } from '../../kernel/context.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { applyOnceWithRetries } from '../../kernel/verbs/apply-once.ts';
import { keyProblem } from '../../values/rules/gate-keys.ts';
import { closeTargetDays } from '../../values/verbs/days/target-days.ts';
import { shownNote } from '../rules/pick.ts';
import type { ScopeRequest } from '../rules/scope.ts';
import { getLastDeletion } from '../store/note-counts.ts';
import { listNotes, noteKeyOf, type StoredNote } from '../store/notes.ts';
import { addContextWrites } from './add-context-writes.ts';
import { boundedNotes, chipNotes } from './candidates.ts';
import { requireMatch } from './etag.ts';
import { type NoteContext, readNoteContext } from './note-context.ts';
import { type NoteOf, nameOf, scopesOf, subjectOf } from './subjects.ts';
import { addEdit, addShownCheck, editOf, type Noted, type NoteEdit } from './write-note.ts';

/** Which note is meant, and what its editor saw. */
export interface NoteRequest {
  note: NoteOf;
  scope: ScopeRequest;
  /** Entity tags of which one must be that of the note which is shown under the scope. */
  ifMatch?: string | undefined;
}

/**
 * Writes a note into its scope, with one event. Of two editors the last one wins, unless they say what they saw.
 * @throws ServiceError `not-found` for the chip or target; `invalid` for a scope that cannot be; `conflict` where `ifMatch`
 * does not fit.
 */
export function upsertNote(ctx: ProjectContext, request: NoteRequest, content: string): Promise<StoredNote> {
  return applyOnceWithRetries(ctx, nameOf(request.note), async () => {
    const existing = await readExisting(ctx, request);
    requireListed(existing.context);
    if (!existing.before) requireKey(request.note);
    const edit = editOf(ctx, existing.noted, existing.before, content);
    await commit(ctx, existing, edit);
    return edit.after;
  });
}

/** Deletes a note from its scope, with one event. @throws as `upsertNote`; `not-found` if it was never set. */
export async function deleteNote(ctx: ProjectContext, request: NoteRequest): Promise<void> {
  await applyOnceWithRetries(ctx, nameOf(request.note), async () => {
    const existing = await readExisting(ctx, request);
    if (!existing.before)
      throw notFound(`${nameOf(request.note)} is not set in the scope '${existing.context.scope.key}'`);
    await commit(ctx, existing, editOf(ctx, existing.noted, existing.before, undefined));
  });
}

interface Existing {
  context: NoteContext;
  noted: Noted;
  before: Stored<StoredNote> | undefined;
  /** The note that its editor saw, if that is another one and they stated it. */
  shown: Stored<StoredNote> | undefined;
}

async function readExisting(ctx: ProjectContext, { note, scope: request, ifMatch }: NoteRequest): Promise<Existing> {
  const context = await readNoteContext(ctx, note, request);
  const { chip, scope } = context;
  const subject = subjectOf(note, context.target);
  const [found, deletedAt] = await Promise.all([
    listNotes(ctx.db, scopesOf(ctx.projectId, chip.chipId, subject)),
    getLastDeletion(ctx.db, chip, subject),
  ]);
  const stored = boundedNotes(found, context.cooldowns);
  const candidates = note.level === 'chip' ? chipNotes(chip, stored) : stored;
  const before = candidates.find((one) => one.scope.key === scope.key);
  const shown = shownNote(candidates, scope, context.followsPointer);
  requireMatch(nameOf(note), shown, ifMatch);
  const noted = { chipId: chip.chipId, subject, scope, deletedAt };
  return { context, noted, before, shown: ifMatch === undefined || shown === before ? undefined : shown };
}

/** A new note is on a metric that can have values. @throws ServiceError `invalid`. */
function requireKey(note: NoteOf): void {
  const problem = note.level === 'metric' ? keyProblem(note.metric, note.target.kind) : undefined;
  if (problem !== undefined) throw invalid(`${nameOf(note)}: ${problem}`);
}

/** A note is not written for a cool-down that does not list the chip. @throws ServiceError `invalid`. */
export function requireListed({ chip, cooldown }: NoteContext): void {
  if (cooldown && !cooldown.chipIds.includes(chip.chipId))
    throw invalid(`Cool-down '${cooldown.cooldownId}' does not list chip '${chip.chipId}'`);
}

async function commit(ctx: ProjectContext, { context, shown }: Existing, edit: NoteEdit): Promise<void> {
  const transaction = new Transaction(ctx.db);
  await addEdit(transaction, ctx, edit);
  if (context.target) await closeTargetDays(ctx, context.chip, [context.target], edit.event.createdAt);
  addContextWrites(transaction, context, edit);
  // A note that only the chip stores is checked there.
  if (shown && shown.rev > 0) addShownCheck(transaction, noteKeyOf(shown), shown.eventId);
  await transaction.commit();
}
