import type { NoteRecord } from '#shared/chips/store/chips.ts';
import { NOTE_SCOPE_SOURCES, NOTE_SCOPE_TYPES, type NoteScope } from '#shared/notes/rules/scope.ts';
import type { NoteSubject } from '#shared/notes/store/notes.ts';
import type { Mapping } from './collection.ts';
import { type Doc, instantOf, optionalText, textOf } from './document.ts';
import { keyOf, uuidOf } from './survey.ts';
import { taskPartOf } from './tally.ts';

/** A note that was ever written; one that never was has no time. */
export interface FoundNote {
  chipId: string;
  subject: NoteSubject;
  scope: NoteScope;
  note: NoteRecord & { createdBy?: string; createdAt?: string };
}

/** Emits a note, counted in its part of the chip. @returns false where there was none, or the same was emitted before. */
export function emitNote(mapping: Mapping, { chipId, subject, scope, note }: FoundNote): boolean {
  const { projectId, survey, tally } = mapping;
  if (note.updatedAt === undefined || (note.content === '' && subject.level === 'comment')) return false;
  const key = keyOf(projectId, chipId, JSON.stringify(subject), scope.key);
  if (tally.noteKeys.has(key)) return false;
  tally.noteKeys.add(key);
  const createdBy = note.createdBy ?? note.updatedBy;
  mapping.emit('note', {
    ...{
      projectId,
      chipId,
      subject,
      scope,
      content: note.content,
      updatedBy: note.updatedBy,
      updatedAt: note.updatedAt,
    },
    ...{ eventId: uuidOf(key), createdBy, createdByUserId: survey.userId(createdBy) },
    createdAt: note.createdAt ?? note.updatedAt,
  });
  const part =
    subject.level === 'chip' ? 'chip' : subject.level === 'task' ? taskPartOf(subject.taskId) : subject.target;
  tally.countNote(projectId, chipId, part, subject.level === 'comment' ? 'comments' : 'notes');
  if (scope.cooldownId !== undefined) tally.markCooldown(projectId, scope.cooldownId, chipId);
  return true;
}

/** The scope of a scoped note of QDash, whose keys are ours (rule QDASH-11). */
export function scopeOf(doc: Doc): NoteScope {
  const type = NOTE_SCOPE_TYPES.find((one) => one === textOf(doc, 'scope_type')) ?? 'global';
  const source = NOTE_SCOPE_SOURCES.find((one) => one === textOf(doc, 'scope_source')) ?? 'legacy_global';
  return {
    ...{ type, key: textOf(doc, 'scope_key', 'global'), cooldownId: optionalText(doc, 'cooldown_id') },
    ...{ startedAt: instantOf(doc.scope_started_at), endedAt: instantOf(doc.scope_ended_at), source },
  };
}
