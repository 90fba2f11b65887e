import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import type { GuardedWrite } from '../../kernel/store/dynamodb/guarded-writer.ts';
import { revise } from '../../kernel/store/dynamodb/update.ts';
import { type NoteCountPart, noteKeys } from '../../kernel/store/keys.ts';
import type { NoteSubject } from './notes.ts';

/**
 * How much is noted on a part of a chip, and how many events were ever recorded for it. Every edit adds to the count of
 * its own part alone, so that edits of different targets write nothing in common
 * (docs/decisions/0014-note-counts-by-target.md).
 */
export interface NoteCountRecord {
  projectId: string;
  chipId: string;
  /** `all`: what was counted of the whole chip by an earlier version. */
  part: NoteCountPart | 'all';
  notes: number;
  comments: number;
  events: number;
  /** When a note of it was last deleted, ISO 8601: whatever is noted on it later is later than this (rule NOTE-16). */
  deletedAt?: string | undefined;
}

/** Codec of these counts. */
export const noteCountEntity = defineEntity<NoteCountRecord>({
  name: 'note-count',
  version: 2,
  keys: ({ projectId, chipId, part }) =>
    part === 'all' ? noteKeys.countOfAll(projectId, chipId) : noteKeys.count(projectId, chipId, part),
  // The last release reads a count without a part alone, which has a key of its own.
  released: { version: 1 },
  upgrades: { 1: (old) => ({ part: 'all', comments: 0, ...old }) },
});

/** Into how many counts the notes of a chip's task results are spread: there may be any number of results. */
const taskShards = 16;

export function countPartOf(subject: NoteSubject): NoteCountPart {
  if (subject.level === 'chip') return 'chip';
  if (subject.level !== 'task') return subject.target;
  // Ids are UUIDs made by hashing, so that their last digits are spread evenly.
  return { taskShard: (subject.taskId.codePointAt(subject.taskId.length - 1) ?? 0) % taskShards };
}

/** When a note was last deleted of the part of a chip that a note is of; undefined for comments, which are never made again. */
export async function getLastDeletion(
  db: Database,
  { projectId, chipId }: Pick<NoteCountRecord, 'projectId' | 'chipId'>,
  subject: NoteSubject,
): Promise<string | undefined> {
  if (subject.level === 'comment') return undefined;
  const item = await getItem(db, noteKeys.count(projectId, chipId, countPartOf(subject)));
  return item && noteCountEntity.decode(item).deletedAt;
}

async function listNoteCounts(db: Database, projectId: string, chipId: string): Promise<NoteCountRecord[]> {
  const [ofAll, ofParts] = await Promise.all([
    getItem(db, noteKeys.countOfAll(projectId, chipId)),
    queryAll(db, noteKeys.counts(projectId, chipId)),
  ]);
  return [...(ofAll ? [ofAll] : []), ...ofParts].map((item) => noteCountEntity.decode(item));
}

/** The chips on which anything was ever noted, those that were deleted too. */
export async function listNotedChips(db: Database, projectId: string): Promise<string[]> {
  const items = await queryAll(db, noteKeys.countsOfAll(projectId));
  return [...new Set(items.map((item) => noteCountEntity.decode(item).chipId))];
}

/** How many notes and comments a chip has, and how many events were ever recorded for it. */
export async function getNoteCount(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<{ notes: number; events: number }> {
  const counts = await listNoteCounts(db, projectId, chipId);
  return {
    notes: counts.reduce((sum, { notes, comments }) => sum + notes + comments, 0),
    events: counts.reduce((sum, { events }) => sum + events, 0),
  };
}

/** What counts no note of a chip any more; the events of one that was deleted stay, and so does their count. */
export async function clearedNoteCounts(db: Database, projectId: string, chipId: string): Promise<GuardedWrite[]> {
  const counts = await listNoteCounts(db, projectId, chipId);
  const existing = counts.filter(({ notes, comments }) => notes !== 0 || comments !== 0);
  return existing.map((count) => ({
    update: noteCountEntity.keys(count),
    with: revise({ notes: 0, comments: 0 }),
    condition: { expression: 'attribute_exists(pk)' },
  }));
}
