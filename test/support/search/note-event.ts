import type { NoteEventRecord } from '#shared/store/notes/note-events.ts';

let made = 0;

/** A note event that differs from every other by its id and, unless given, by a time that is later each time. */
export function makeNoteEvent(given: Partial<NoteEventRecord> & { projectId: string }): NoteEventRecord {
  made += 1;
  const number = made.toString(16).padStart(12, '0');
  return {
    chipId: 'chip-a',
    eventId: `019aa000-0000-7000-8000-${number}`,
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
