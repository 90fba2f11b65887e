import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { chipEntity, targetEntity } from '#shared/chips/store/chips.ts';
import { cooldownDataEntity } from '#shared/cooldowns/store/cooldowns.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Entity, Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { countPartOf, type NoteCountRecord, noteCountEntity } from '#shared/notes/store/note-counts.ts';
import { type NoteEventRecord, noteEventEntity } from '#shared/notes/store/note-events.ts';
import { type EmbeddedNote, noteEntity, type StoredNote } from '#shared/notes/store/notes.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';

/** What an event is about, the scope included: the events of one note follow each other under one name. */
function nameOfEvent({ chipId, scope, targetId, metricKey, extra }: NoteEventRecord): string {
  if (scope === 'task_result') return JSON.stringify([chipId, 'task', targetId]);
  if (extra.comment_id !== undefined) return JSON.stringify([chipId, 'comment', extra.comment_id]);
  return JSON.stringify([chipId, scope, targetId, metricKey, extra.scope_key]);
}

function nameOfNote({ chipId, subject, scope }: StoredNote): string {
  switch (subject.level) {
    case 'task':
      return JSON.stringify([chipId, 'task', subject.taskId]);
    case 'comment':
      return JSON.stringify([chipId, 'comment', subject.commentId]);
    case 'chip':
      return JSON.stringify([chipId, 'chip', chipId, '', scope.key]);
    case 'target':
      return JSON.stringify([chipId, subject.target.kind, subject.target.id, '', scope.key]);
    case 'metric':
      return JSON.stringify([chipId, `${subject.target.kind}_metric`, subject.target.id, subject.metric, scope.key]);
  }
}

const textOf = ({ content, updatedBy, updatedAt }: EmbeddedNote | NoteEventRecordLike) => ({
  content,
  updatedBy,
  updatedAt,
});
type NoteEventRecordLike = Pick<StoredNote, 'content' | 'updatedBy' | 'updatedAt'>;
const never = { content: '', updatedBy: '', updatedAt: undefined };

/**
 * The invariants of every table, for one project: every note equals its last event, and nothing is noted after a
 * deletion; the copies in chips, targets and task results equal those notes; the counts are right; and notes for a
 * cool-down are marked as its data. Answers the texts of the events, in the order of their time.
 */
export function checkNotes(table: Map<string, string>, projectId: string): string[] {
  const items = [...table.values()].map((text) => fromImage(JSON.parse(text)));
  const all = <T extends { projectId: string }>(entity: Entity<T>): Stored<T>[] =>
    items
      .filter((item) => item.entity === entity.name)
      .map((item) => entity.decode(item))
      .filter((record) => record.projectId === projectId);
  const notes = all(noteEntity);
  const chips = new Map(all(chipEntity).map((chip) => [chip.chipId, chip]));
  const events = all(noteEventEntity).sort((a, b) => (sortOf(a) < sortOf(b) ? -1 : 1));
  const byName = Map.groupBy(events, nameOfEvent);
  const kept = new Map(notes.map((note) => [nameOfNote(note), note]));
  expect(kept.size).toBe(notes.length);
  for (const note of notes) expect(byName.has(nameOfNote(note)), nameOfNote(note)).toBe(true);
  for (const [name, own] of byName) {
    const last = own.at(-1);
    const chip = last && chips.get(last.chipId);
    // Notes are deleted with their chip; a chip that was created again has only later ones.
    const stands = last?.action === 'upsert' && chip !== undefined && chip.createdAt <= last.createdAt;
    const { content, eventId, actor, createdAt } = last ?? {};
    expect(kept.get(name), name).toEqual(
      stands ? expect.objectContaining({ content, eventId, updatedBy: actor, updatedAt: createdAt }) : undefined,
    );
  }
  checkCopies(notes, all(chipEntity), all(targetEntity));
  checkTasks(all(taskResultEntity), byName);
  checkCounts(all(noteCountEntity), notes, events);
  const marks = new Set(all(cooldownDataEntity).map(({ cooldownId, chipId }) => `${cooldownId} ${chipId}`));
  for (const { chipId, scope } of notes)
    if (scope.cooldownId !== undefined) expect(marks).toContain(`${scope.cooldownId} ${chipId}`);
  return events.map((event) => `${event.action} ${event.content}`.trim());
}

/** Every part of a chip is counted on its own, and all parts together are everything. */
function checkCounts(
  counts: readonly NoteCountRecord[],
  notes: readonly StoredNote[],
  events: NoteEventRecord[],
): void {
  for (const count of counts) {
    const own = notes.filter(
      ({ chipId, subject }) => chipId === count.chipId && isDeepStrictEqual(countPartOf(subject), count.part),
    );
    const comments = own.filter(({ subject }) => subject.level === 'comment').length;
    expect({ notes: count.notes, comments: count.comments }, JSON.stringify(count)).toEqual({
      notes: own.length - comments,
      comments,
    });
  }
  const sumOf = (of: string) =>
    counts.filter(({ chipId }) => chipId === of).reduce((sum, count) => sum + count.events, 0);
  for (const [chipId, own] of Map.groupBy(events, (event) => event.chipId)) expect(sumOf(chipId)).toBe(own.length);
}

const sortOf = (event: NoteEventRecord) => `${event.createdAt} ${event.eventId}`;

type Chips = Parameters<typeof chipEntity.encode>[0][];
type Targets = Parameters<typeof targetEntity.encode>[0][];

/** A legacy global note is in its chip or target as well. */
function checkCopies(notes: readonly StoredNote[], chips: Chips, targets: Targets): void {
  const global = notes.filter(({ scope }) => scope.key === 'global');
  for (const { chipId, note } of chips) {
    const own = global.find((one) => one.chipId === chipId && one.subject.level === 'chip');
    expect(textOf(note), chipId).toEqual(own ? textOf(own) : never);
  }
  for (const { chipId, kind, id, note, metricNotes } of targets) {
    const own = global.filter(
      ({ chipId: of, subject }) =>
        of === chipId && 'target' in subject && subject.target.kind === kind && subject.target.id === id,
    );
    const summary = own.find(({ subject }) => subject.level === 'target');
    expect(textOf(note), `${chipId} ${id}`).toEqual(summary ? textOf(summary) : never);
    const metrics = own.flatMap((one) => (one.subject.level === 'metric' ? [[one.subject.metric, textOf(one)]] : []));
    const copies = Object.entries(metricNotes).map(([metric, one]) => [metric, textOf(one)]);
    expect(Object.fromEntries(copies)).toEqual(Object.fromEntries(metrics));
  }
}

/** A task result has the note of its last event, whatever became of its chip. */
function checkTasks(
  results: readonly Stored<Parameters<typeof taskResultEntity.encode>[0]>[],
  byName: Map<string, NoteEventRecord[]>,
): void {
  for (const { chipId, taskId, userNote } of results) {
    const last = byName.get(JSON.stringify([chipId, 'task', taskId]))?.at(-1);
    const text =
      last?.action === 'upsert' ? { content: last.content, updatedBy: last.actor, updatedAt: last.createdAt } : never;
    expect(textOf(userNote ?? { content: '', updatedBy: '' }), taskId).toEqual(text);
  }
}
