import type { LatticeRef } from '../../kernel/store/keys.ts';
import { noteKeys } from '../../kernel/store/keys.ts';
import type { NoteSubject } from '../store/notes.ts';

/** A note that has a scope, as a request names it. */
export type NoteOf =
  | { chipId: string; level: 'chip'; target?: undefined }
  | { chipId: string; level: 'target'; target: LatticeRef }
  | { chipId: string; level: 'metric'; target: LatticeRef; metric: string };

/** Its name in a sentence, such as `Note of metric 't1' of qubit '0' of chip 'c'`. */
export function nameOf(note: NoteOf): string {
  const metric = note.level === 'metric' ? ` of metric '${note.metric}'` : '';
  const target = note.target ? ` of ${note.target.kind} '${note.target.id}'` : '';
  return `Note${metric}${target} of chip '${note.chipId}'`;
}

/** Its subject, once its target is known under its stored id. */
export function subjectOf(note: NoteOf, stored: { id: string } | undefined): NoteSubject {
  if (note.level === 'chip') return { level: 'chip' };
  const target = { kind: note.target.kind, id: stored?.id ?? note.target.id };
  return note.level === 'target' ? { level: 'target', target } : { level: 'metric', target, metric: note.metric };
}

/** The keys of the notes of one subject in all scopes. */
export function scopesOf(projectId: string, chipId: string, subject: NoteSubject): { pk: string; prefix: string } {
  switch (subject.level) {
    case 'target':
      return noteKeys.ofTarget(projectId, chipId, subject.target);
    case 'metric':
      return noteKeys.ofMetric(projectId, chipId, subject.target, subject.metric);
    default:
      return noteKeys.ofChip(projectId, chipId);
  }
}
