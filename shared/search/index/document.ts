import type { NoteEventRecord } from '../../notes/store/note-events.ts';

/** A note event as an index keeps it. */
export interface EventDocument {
  event_id: string;
  project_id: string;
  chip_id: string;
  scope: NoteEventRecord['scope'];
  target_id: string;
  metric_key: string;
  action: NoteEventRecord['action'];
  actor_user_id?: string;
  actor: string;
  content: string;
  extra: Record<string, string>;
  created_at: string;
}

export function documentOf(event: NoteEventRecord): EventDocument {
  return {
    event_id: event.eventId,
    project_id: event.projectId,
    chip_id: event.chipId,
    scope: event.scope,
    target_id: event.targetId,
    metric_key: event.metricKey,
    action: event.action,
    ...(event.actorUserId === undefined ? {} : { actor_user_id: event.actorUserId }),
    actor: event.actor,
    content: event.content,
    extra: event.extra,
    created_at: event.createdAt,
  };
}

export function eventOf(document: EventDocument): NoteEventRecord {
  return {
    projectId: document.project_id,
    chipId: document.chip_id,
    eventId: document.event_id,
    scope: document.scope,
    targetId: document.target_id,
    metricKey: document.metric_key,
    action: document.action,
    ...(document.actor_user_id === undefined ? {} : { actorUserId: document.actor_user_id }),
    actor: document.actor,
    content: document.content,
    extra: document.extra,
    createdAt: document.created_at,
  };
}
