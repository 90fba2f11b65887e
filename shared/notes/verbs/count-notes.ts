import { conflict } from '../../kernel/errors.ts';
import { staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { allOf, type Condition } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { noteBounds } from '../rules/bounds.ts';
import { countPartOf, noteCountEntity } from '../store/note-counts.ts';
import type { NoteSubject } from '../store/notes.ts';

/** The parts of an edit that decide where it is counted. */
interface CountedEdit {
  before: { subject: NoteSubject } | undefined;
  after: { subject: NoteSubject } | undefined;
  event: { projectId: string; chipId: string; createdAt: string };
}

/**
 * Adds an edit to the count of its part of the chip. The transaction itself refuses a note beyond the bound (rule
 * NOTE-19). It also refuses one that is made or deleted, by the clocks of two processes, before another note of the
 * part was deleted. `change`: how many notes are added.
 */
export function addCount(transaction: Transaction, { before, after, event }: CountedEdit, change: number): void {
  const subject = (after ?? before)?.subject;
  if (!subject) return;
  const { projectId, chipId, createdAt: at } = event;
  const count = { projectId, chipId, part: countPartOf(subject) };
  const none = { ...count, notes: 0, comments: 0, events: 0 };
  const { pk: _pk, sk: _sk, ...item } = noteCountEntity.encode(none, 0);
  const add = { notes: 0, comments: 0, events: 1, rev: 1, [fieldOf(subject)]: change };
  const set = Object.fromEntries(Object.entries(item).filter(([name]) => !(name in add)));
  const bound = change > 0 ? boundOf(subject) : undefined;
  const isOrdered = subject.level !== 'comment' && (change > 0 || after === undefined);
  const conditions = [
    ...(bound ? [ifBelow(fieldOf(subject), bound.max)] : []),
    ...(isOrdered ? [ifNoneDeletedSince(at)] : []),
  ];
  transaction.update(
    noteCountEntity.keys(none),
    updateOf({ set: isOrdered && after === undefined ? { ...set, deletedAt: at } : set, add }),
    conditions.length > 0 ? allOf(...conditions) : undefined,
    (existing) =>
      bound && Number(existing?.[fieldOf(subject)] ?? 0) >= bound.max
        ? conflict(`${nameOf(subject, chipId)} has ${bound.what}. Delete some first`, 'limit_reached')
        : staleRead(),
  );
}

const fieldOf = ({ level }: NoteSubject): 'notes' | 'comments' => (level === 'comment' ? 'comments' : 'notes');

/** The bound of notes, in words as well; undefined for those of task results, of which each has one. */
function boundOf({ level }: NoteSubject): { max: number; what: string } | undefined {
  const { chipScopes, targetNotes, targetComments } = noteBounds;
  switch (level) {
    case 'task':
      return undefined;
    case 'chip':
      return { max: chipScopes, what: `notes in ${chipScopes} scopes, the maximum of a chip` };
    case 'comment':
      return { max: targetComments, what: `${targetComments} comments, the maximum` };
    default:
      return { max: targetNotes, what: `${targetNotes} notes with those of its metrics, the maximum` };
  }
}

const ifBelow = (field: string, max: number): Condition => ({
  expression: 'attribute_not_exists(#counted) OR #counted < :most',
  names: { '#counted': field },
  values: { ':most': max },
});

const ifNoneDeletedSince = (at: string): Condition => ({
  expression: 'attribute_not_exists(deletedAt) OR deletedAt < :madeAt',
  values: { ':madeAt': at },
});

function nameOf(subject: NoteSubject, chipId: string): string {
  const target =
    'target' in subject
      ? `${subject.target.kind === 'qubit' ? 'Qubit' : 'Coupling'} '${subject.target.id}' of chip`
      : 'Chip';
  return `${target} '${chipId}'`;
}
