import { v7 as uuidV7 } from 'uuid';
import { addImageUses } from '../../images/verbs/add-image-uses.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { nowOf } from '../../kernel/context.ts';
import { laterThan } from '../../kernel/rules/calendar.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { type Condition, ifAbsent } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { type Key, noteEventKeys, taskKeys } from '../../kernel/store/keys.ts';
import { addHeads } from '../../kernel/store/list-heads.ts';
import { addAppliedMark } from '../../kernel/verbs/apply-once.ts';
import { addUndoable } from '../../projects/verbs/audit/entries.ts';
import type { NoteEventScope } from '../rules/event.ts';
import type { NoteScope } from '../rules/scope.ts';
import { type NoteEventRecord, noteEventEntity } from '../store/note-events.ts';
import { type NoteSubject, noteEntity, noteKeyOf, type StoredNote } from '../store/notes.ts';
import { addCount } from './count-notes.ts';

/** What an edit is of: enough to make the note and its event. */
export interface Noted {
  chipId: string;
  subject: NoteSubject;
  scope: NoteScope;
  /** Of a task result: the task's name, for its event. */
  taskName?: string | undefined;
  /** When a note was last deleted there, which may have been this one. */
  deletedAt?: string | undefined;
}

/** One edit: the note before and after it (undefined: none), and its event. */
export interface NoteEdit {
  before: Stored<StoredNote> | undefined;
  after: StoredNote | undefined;
  event: NoteEventRecord;
}

/** What undoing an edit needs. */
export interface KeptNote {
  chipId: string;
  subject: NoteSubject;
  scope: NoteScope;
  /** The event of the note after the edit; null where the edit deleted it. */
  after: string | null;
  /** The event of the note before, which has its text; null where there was none. */
  before: Pick<StoredNote, 'eventId' | 'updatedAt'> | null;
  /** Who made the note first; absent where the edit made it. */
  created?: Pick<StoredNote, 'createdBy' | 'createdByUserId' | 'createdAt'> | undefined;
}

/** The edit that replaces the present note with `content`; undefined deletes it. */
export function editOf(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<StoredNote> | undefined,
  content: string,
): NoteEdit & { after: StoredNote };
export function editOf(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<StoredNote> | undefined,
  content: undefined,
): NoteEdit;
export function editOf(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<StoredNote> | undefined,
  content: string | undefined,
): NoteEdit {
  const { userId, username } = ctx.actor.user;
  const at = laterThan(latest(before?.updatedAt, noted.deletedAt), nowOf(ctx));
  const eventId = uuidV7({ msecs: Date.parse(at) });
  const after: StoredNote | undefined =
    content === undefined
      ? undefined
      : {
          projectId: ctx.projectId,
          chipId: noted.chipId,
          subject: newSubject(noted.subject, eventId),
          scope: noted.scope,
          content,
          updatedBy: username,
          updatedAt: at,
          eventId,
          createdBy: before?.createdBy ?? username,
          createdByUserId: before?.createdByUserId ?? userId,
          createdAt: before?.createdAt ?? at,
        };
  const subject = after?.subject ?? noted.subject;
  const event: NoteEventRecord = {
    projectId: ctx.projectId,
    chipId: noted.chipId,
    eventId,
    ...targetOf(noted.chipId, subject),
    action: content === undefined ? 'delete' : 'upsert',
    actorUserId: userId,
    actor: username,
    content: content ?? '',
    extra: extraOf({ ...noted, subject }),
    createdAt: at,
  };
  return { before, after, event };
}

/** A comment that is not there yet is named after the event that makes it (rule QDASH-11: hexadecimal). */
const newSubject = (subject: NoteSubject, eventId: string): NoteSubject =>
  subject.level === 'comment' && subject.commentId === ''
    ? { ...subject, commentId: eventId.replaceAll('-', '') }
    : subject;

const latest = (...instants: (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .sort()
    .at(-1);

function targetOf(
  chipId: string,
  subject: NoteSubject,
): { scope: NoteEventScope; targetId: string; metricKey: string } {
  switch (subject.level) {
    case 'chip':
      return { scope: 'chip', targetId: chipId, metricKey: '' };
    case 'task':
      return { scope: 'task_result', targetId: subject.taskId, metricKey: '' };
    case 'metric':
      return { scope: `${subject.target.kind}_metric`, targetId: subject.target.id, metricKey: subject.metric };
    default:
      return { scope: subject.target.kind, targetId: subject.target.id, metricKey: '' };
  }
}

/** The fields of an event besides its text (rule QDASH-11). */
function extraOf({ subject, scope, taskName = '' }: Noted): Record<string, string> {
  if (subject.level === 'task') return { qid: subject.qid, task_name: taskName };
  const scoped = { scope_key: scope.key, scope_type: scope.type, cooldown_id: scope.cooldownId ?? '' };
  return subject.level === 'comment' ? { ...scoped, kind: 'comment', comment_id: subject.commentId } : scoped;
}

/**
 * The writes of an edit that are the same for every note: the state over what was read, its one event if absent, and the
 * count of its part of the chip (docs/design/write-protocols.md#notes). A failed condition is
 * `StaleReadError`, and that of a bound its refusal. `inChip` is false for a chip that is gone, and so has no notes.
 */
export async function addEdit(
  transaction: Transaction,
  ctx: ProjectContext,
  edit: NoteEdit,
  inChip = true,
): Promise<void> {
  const { before, after, event } = edit;
  addAppliedMark(transaction, ctx, after);
  const stored = before !== undefined && before.rev > 0;
  if (inChip) {
    const condition = stored ? ifEvent(before.eventId) : ifAbsent;
    if (after) transaction.put(noteEntity.encode(after, (before?.rev ?? 0) + 1), condition, staleRead);
    else if (stored) transaction.delete(noteKeyOf(before), condition, staleRead);
  }
  // The only place that writes an event.
  transaction.put(noteEventEntity.encode(event, 1), ifAbsent, staleRead);
  addAudit(transaction, ctx, edit);
  const { projectId, scope, targetId, createdAt: at } = event;
  addHeads(transaction, { projectId, at }, [{ index: 'gsi1', pk: noteEventKeys.ofTarget(projectId, scope, targetId) }]);
  addCount(transaction, edit, inChip ? Number(after !== undefined) - Number(stored) : 0);
  if (after) await addImageUses(transaction, ctx, placeOf(after), after.content);
}

/** The text is in the events of the notes, which the entry names. */
function addAudit(transaction: Transaction, ctx: ProjectContext, { before, after, event }: NoteEdit): void {
  const { chipId, projectId, actor, createdAt: at } = event;
  const note = after ?? before;
  if (!note) return;
  const { subject, scope } = note;
  const { createdBy, createdByUserId, createdAt } = note;
  const undo: KeptNote = {
    ...{ chipId, subject, scope, after: after?.eventId ?? null },
    before: before ? { eventId: before.eventId, updatedAt: before.updatedAt } : null,
    created: { createdBy, createdByUserId, createdAt },
  };
  const made = before ? 'edited' : 'added';
  addUndoable(
    transaction,
    ctx,
    { projectId, actor },
    {
      action: after ? 'write-note' : 'delete-note',
      resource: resourceOf(chipId, subject),
      details: {
        ...(after && { change: made }),
        ...(subject.level === 'comment' && { comment_id: subject.commentId }),
        ...(scope.cooldownId !== undefined && { cooldown_id: scope.cooldownId }),
      },
      undo: { ...undo },
      at,
    },
  );
}

function resourceOf(chipId: string, subject: NoteSubject): string {
  if (subject.level === 'chip') return `chip:${chipId}`;
  if (subject.level === 'task') return `task-result:${subject.taskId}`;
  const of = `chip:${chipId}/${subject.target.kind}:${subject.target.id}`;
  return subject.level === 'metric' ? `${of}/metric:${subject.metric}` : of;
}

/** The item that lives as long as a note: of a task result, whose chip may be gone, it is the result that has it. */
const placeOf = (note: StoredNote): Key =>
  note.subject.level === 'task' ? taskKeys.result(note.projectId, note.subject.taskId) : noteKeyOf(note);

/** A note is still the one that was read. */
export const ifEvent = (eventId: string): Condition => ({
  expression: 'eventId = :expectedEvent',
  values: { ':expectedEvent': eventId },
});

/** Requires that a note which is shown, but not written, is still the one that was read. */
export function addShownCheck(transaction: Transaction, key: Key, eventId: string): void {
  transaction.check(key, ifEvent(eventId), staleRead);
}
