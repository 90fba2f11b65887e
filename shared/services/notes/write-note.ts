import { randomBytes } from 'node:crypto';
import type { ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import type { NoteEventScope } from '../../domain/notes/event.ts';
import type { NoteScope } from '../../domain/notes/scope.ts';
import { uuidV7 } from '../../domain/uuid-v7.ts';
import type { Stored } from '../../store/codec.ts';
import { type Condition, ifAbsent } from '../../store/database.ts';
import { type Key, noteKeys } from '../../store/keys.ts';
import { type NoteEventRecord, noteEventEntity } from '../../store/note-events.ts';
import { type KeptNote, type NoteSubject, noteCountEntity, noteEntity, noteKeyOf } from '../../store/notes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { moved } from '../cooldowns/moved.ts';
import { addOnce } from './once.ts';

/** What an edit is of: enough to make the note and its event. */
export interface Noted {
  chipId: string;
  subject: NoteSubject;
  scope: NoteScope;
  /** Of a task result: the task's name, for its event. */
  taskName?: string | undefined;
}

/** One edit: the note as it stood and as it will stand (undefined: not there), and the event that says so. */
export interface NoteEdit {
  before: Stored<KeptNote> | undefined;
  after: KeptNote | undefined;
  event: NoteEventRecord;
}

/** The edit that writes `content` over what stands; undefined deletes it. */
export function editOf(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<KeptNote> | undefined,
  content: string,
): NoteEdit & { after: KeptNote };
export function editOf(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<KeptNote> | undefined,
  content: undefined,
): NoteEdit;
export function editOf(
  ctx: ProjectContext,
  noted: Noted,
  before: Stored<KeptNote> | undefined,
  content: string | undefined,
): NoteEdit {
  const { userId, username } = ctx.actor.user;
  const at = laterThan(before?.updatedAt, nowOf(ctx));
  const eventId = uuidV7(Date.parse(at), randomBytes(10));
  const after: KeptNote | undefined =
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

/** A comment that is not there yet is named after the event that makes it (peer contract 1.3: hexadecimal). */
const newSubject = (subject: NoteSubject, eventId: string): NoteSubject =>
  subject.level === 'comment' && subject.commentId === ''
    ? { ...subject, commentId: eventId.replaceAll('-', '') }
    : subject;

/** Clocks of two functions may differ: an edit is always later than the one that it replaces (rule 7). */
const laterThan = (before: string | undefined, now: string): string =>
  before === undefined || before < now ? now : new Date(Date.parse(before) + 1).toISOString();

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

/** Peer contract 1.3, Note event. */
function extraOf({ subject, scope, taskName = '' }: Noted): Record<string, string> {
  if (subject.level === 'task') return { qid: subject.qid, task_name: taskName };
  const scoped = { scope_key: scope.key, scope_type: scope.type, cooldown_id: scope.cooldownId ?? '' };
  return subject.level === 'comment' ? { ...scoped, kind: 'comment', comment_id: subject.commentId } : scoped;
}

/**
 * The writes of an edit that are the same for every note: the state over what was read, its one event if absent, and the
 * counts of the chip (design 4, Write protocols). A failed condition is `Moved`. `inChip` is false for a chip that is
 * gone, and so has no notes of its own.
 */
export function addEdit(transaction: Transaction, ctx: ProjectContext, edit: NoteEdit, inChip = true): void {
  const { before, after, event } = edit;
  addOnce(transaction, ctx, after);
  const kept = before !== undefined && before.rev > 0;
  if (inChip) {
    const standing = kept ? ifEvent(before.eventId) : ifAbsent;
    if (after) transaction.put(noteEntity.encode(after, (before?.rev ?? 0) + 1), standing, moved);
    else if (kept) transaction.delete(noteKeyOf(before), standing, moved);
  }
  // The only place that writes an event.
  transaction.put(noteEventEntity.encode(event, 1), ifAbsent, moved);
  addCount(transaction, event, inChip ? Number(after !== undefined) - Number(kept) : 0);
}

function addCount(transaction: Transaction, { projectId, chipId }: NoteEventRecord, notes: number): void {
  const item = noteCountEntity.encode({ projectId, chipId, notes: 0, events: 0 }, 0);
  const counted = new Set(['pk', 'sk', 'rev', 'notes', 'events']);
  const names = Object.keys(item).filter((name) => !counted.has(name));
  const sets = names.map((name) => `#${name} = :${name}`).join(', ');
  transaction.update(noteKeys.count(projectId, chipId), {
    expression: `SET ${sets} ADD #notes :notes, #events :one, #rev :one`,
    names: Object.fromEntries([...names, 'notes', 'events', 'rev'].map((name) => [`#${name}`, name])),
    values: { ...Object.fromEntries(names.map((name) => [`:${name}`, item[name]])), ':notes': notes, ':one': 1 },
  });
}

/** A note is still the one that was read. */
export const ifEvent = (eventId: string): Condition => ({
  expression: 'eventId = :expectedEvent',
  values: { ':expectedEvent': eventId },
});

/** Requires that a note which is shown, but not written, is still the one that was read. */
export function addShownCheck(transaction: Transaction, key: Key, eventId: string): void {
  transaction.check(key, ifEvent(eventId), moved);
}
