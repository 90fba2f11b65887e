import { randomBytes } from 'node:crypto';
import type { NoteEventRecord } from '#shared/notes/store/note-events.ts';

let made = 0;
/** Of each file's own: the index of a deployment keeps what an earlier file wrote, and an event is written there once. */
const file = randomBytes(2).toString('hex');

/** A note event that differs from every other by its id and, unless given, by a time that is later each time. */
export function makeNoteEvent(given: Partial<NoteEventRecord> & { projectId: string }): NoteEventRecord {
  made += 1;
  const number = made.toString(16).padStart(12, '0');
  return {
    chipId: 'chip-a',
    eventId: `019aa000-${file}-7000-8000-${number}`,
    scope: 'qubit',
    targetId: '12',
    metricKey: '',
    action: 'upsert',
    actor: 'ada',
    content: '',
    extra: {},
    createdAt: new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString(),
    ...given,
  };
}
