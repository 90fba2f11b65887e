import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import type { LatticeRef } from '../../kernel/store/keys.ts';
import { shownNote } from '../rules/pick.ts';
import type { NoteScope } from '../rules/scope.ts';
import type { NoteSubject, StoredNote } from '../store/notes.ts';

/** Everything noted on one target, as it is shown under a scope. */
export interface TargetNotes {
  target: LatticeRef;
  note: StoredNote | undefined;
  /** The newest ones, the oldest of them first. */
  comments: StoredNote[];
  /** How many comments there are under the scope. */
  commentCount: number;
  metricNotes: Map<string, StoredNote>;
}

type OnTarget = Exclude<NoteSubject, { level: 'chip' | 'task' }>;
type TargetNote = Stored<StoredNote> & { subject: OnTarget };

const isOnTarget = (note: Stored<StoredNote>): note is TargetNote =>
  note.subject.level !== 'chip' && note.subject.level !== 'task';

/** What is shown of all notes of one target, with the newest `most` comments. */
export function shownOnTarget(
  stored: readonly Stored<StoredNote>[],
  scope: NoteScope,
  unscoped: boolean,
  max: number,
): TargetNotes {
  const notes = stored.filter(isOnTarget);
  const ofLevel = (level: OnTarget['level']) => notes.filter(({ subject }) => subject.level === level);
  const byMetric = Map.groupBy(ofLevel('metric'), ({ subject }) => (subject.level === 'metric' ? subject.metric : ''));
  const metricNotes = [...byMetric].flatMap(([metric, candidates]) => {
    const shown = shownNote(candidates, scope, unscoped);
    return shown ? [[metric, shown] as const] : [];
  });
  const [first] = notes;
  const comments = commentsOf(ofLevel('target'), ofLevel('comment'), scope, unscoped);
  return {
    target: first?.subject.target ?? { kind: 'qubit', id: '' },
    note: shownNote(ofLevel('target'), scope, unscoped),
    comments: comments.slice(Math.max(0, comments.length - max)),
    commentCount: comments.length,
    metricNotes: new Map(metricNotes),
  };
}

/** Whether there is anything to show. */
export const isNoted = ({ note, comments, metricNotes }: TargetNotes): boolean =>
  note !== undefined || comments.length > 0 || metricNotes.size > 0;

/**
 * Comments belong to the summary of one scope: the requested one, else the one that was edited or commented on last
 * (rule NOTE-17); the oldest comment first.
 */
function commentsOf(
  summaries: readonly TargetNote[],
  comments: readonly TargetNote[],
  scope: NoteScope,
  unscoped: boolean,
): StoredNote[] {
  const shown = shownNote([...summaries, ...comments], scope, unscoped);
  return comments.filter((comment) => comment.scope.key === shown?.scope.key);
}
