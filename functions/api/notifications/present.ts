import { notificationIdOf } from '#shared/services/notifications/inbox.ts';
import type { NotificationRecord } from '#shared/store/notifications/notifications.ts';

/** A notification on the wire. */
export const presentNotification = (record: NotificationRecord) => ({
  id: notificationIdOf(record),
  project_id: record.projectId,
  recipient_user_id: record.userId,
  recipient_username: record.username,
  actor_user_id: record.actorUserId ?? null,
  actor_username: record.actor ?? '',
  kind: record.kind,
  source_type: record.sourceType,
  source_id: record.sourceId,
  target_url: record.targetUrl,
  title: record.title,
  excerpt: record.excerpt,
  read_at: record.readAt ?? null,
  created_at: record.at,
});
