import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { noteEventKeys } from '../../kernel/store/keys.ts';
import type { NoteEventScope } from '../rules/event.ts';

/** One entry of the audit feed, never changed. */
export interface NoteEventRecord {
  projectId: string;
  chipId: string;
  /** UUIDv7: unique, and the id of its search document. */
  eventId: string;
  scope: NoteEventScope;
  /** Qubit, coupling, task or chip id. */
  targetId: string;
  /** Empty unless the scope is a metric's. */
  metricKey: string;
  action: 'upsert' | 'delete';
  actorUserId?: string | undefined;
  actor: string;
  /** The note as it was written; empty for a deletion. */
  content: string;
  extra: Record<string, string>;
  createdAt: string;
}

export const noteEventEntity = defineEntity<NoteEventRecord>({
  name: 'note-event',
  version: 1,
  keys: (event) => ({
    ...noteEventKeys.event(event.projectId, event.chipId, event.createdAt, event.eventId),
    gsi1pk: noteEventKeys.ofTarget(event.projectId, event.scope, event.targetId),
    gsi1sk: noteEventKeys.byTime(event.createdAt, event.eventId),
    gsi2pk: noteEventKeys.ofProject(event.projectId),
    gsi2sk: noteEventKeys.byTime(event.createdAt, event.eventId),
  }),
  // A search without an index reads the project's events whole, from gsi2.
  packed: true,
});
