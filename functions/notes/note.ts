import type { NoteRecord } from '#shared/chips/store/chips.ts';
import type { NoteEventRecord } from '#shared/notes/store/note-events.ts';

/** An event of the audit feed. */
export const presentNoteEvent = (event: NoteEventRecord) => ({
  event_id: event.eventId,
  project_id: event.projectId,
  chip_id: event.chipId,
  scope: event.scope,
  target_id: event.targetId,
  metric_key: event.metricKey,
  action: event.action,
  actor_user_id: event.actorUserId ?? null,
  actor: event.actor,
  content: event.content,
  extra: event.extra,
  created_at: event.createdAt,
});

/** A note that is embedded in its record, on the wire. */
export const presentNote = (note: NoteRecord) => ({
  content: note.content,
  updated_by: note.updatedBy,
  updated_at: note.updatedAt ?? null,
});
