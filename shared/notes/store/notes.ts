import type { NoteRecord } from '../../chips/store/chips.ts';
import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { type Key, type LatticeRef, noteKeys } from '../../kernel/store/keys.ts';
import type { NoteScope } from '../rules/scope.ts';

export type NoteSubject =
  | { level: 'chip' }
  | { level: 'target'; target: LatticeRef }
  | { level: 'metric'; target: LatticeRef; metric: string }
  | { level: 'comment'; target: LatticeRef; commentId: string }
  | { level: 'task'; taskId: string; qid: string };

/** The present note or comment. A target without any note has none; a cleared note has an empty content. */
export interface StoredNote {
  projectId: string;
  chipId: string;
  subject: NoteSubject;
  /** That of a task result has none of its own: `global`. */
  scope: NoteScope;
  content: string;
  /** Username of the last editor. */
  updatedBy: string;
  /** When the content was written last; for a comment that was never edited, when it was made. */
  updatedAt: string;
  /** The event of the last edit: what tells one state of a note from any other, also after a deletion. */
  eventId: string;
  createdBy: string;
  createdByUserId: string;
  createdAt: string;
}

export function noteKeyOf({ projectId, chipId, subject, scope }: Omit<StoredNote, keyof NoteText>): Key {
  switch (subject.level) {
    case 'chip':
      return noteKeys.chip(projectId, chipId, scope.key);
    case 'target':
      return noteKeys.target(projectId, chipId, subject.target, scope.key);
    case 'metric':
      return noteKeys.metric(projectId, chipId, subject.target, subject.metric, scope.key);
    case 'comment':
      return noteKeys.comment(projectId, chipId, subject.target, subject.commentId);
    case 'task':
      return noteKeys.task(projectId, chipId, subject.taskId);
  }
}

/** The part of a note that an edit writes. */
type NoteText = Pick<
  StoredNote,
  'content' | 'updatedBy' | 'updatedAt' | 'eventId' | 'createdBy' | 'createdByUserId' | 'createdAt'
>;

export const noteEntity = defineEntity<StoredNote>({ name: 'note', version: 1, keys: noteKeyOf });

/** A note that is kept inside another record as well, with the event of its last edit. */
export type EmbeddedNote = NoteRecord & { eventId?: string | undefined };

/** The copy of a note that its chip, target or task result shows. */
export const embeddedCopyOf = ({ content, updatedBy, updatedAt, eventId }: StoredNote): EmbeddedNote => ({
  content,
  updatedBy,
  updatedAt,
  eventId,
});

export async function getNote(db: Database, key: Key): Promise<Stored<StoredNote> | undefined> {
  const item = await getItem(db, key);
  return item && noteEntity.decode(item);
}

/** Reads the notes of one thing in all scopes, or all of a chip. */
export async function listNotes(db: Database, range: { pk: string; prefix: string }): Promise<Stored<StoredNote>[]> {
  return (await queryAll(db, range)).map((item) => noteEntity.decode(item));
}
