import type { NotificationKind } from '#shared/notifications/rules/kinds.ts';
import type { NotificationMute } from '../../ui/lib/api/wire.ts';

/** What each kind of notification is called where people choose them. */
export const kindLabels: Record<NotificationKind, string> = {
  run_failed: 'Your run failed',
  run_cancelled: 'Another user cancelled your run',
  run_stuck: 'A run failed: no worker, or it stopped responding',
  worker_silent: 'A run lost its worker',
  schedule_skipped: 'Your schedule did not start its flow',
  lock_forced: 'A run was ended to free the lock',
  value_held: 'Measured values wait for a decision',
  invitation: 'You were invited to a project',
  membership: 'Your membership of a project changed',
  mention: 'You were mentioned in a note or a discussion',
  reply: 'A reply in a discussion that you take part in',
  assignment: 'You were given a discussion',
  thread_status: 'A discussion that you take part in was closed, or moved on',
  drift_alert: 'A metric drifts on a chip that you may change',
};

const sourceWords: Readonly<Record<string, string>> = {
  reply: 'The reply',
  thread: 'The discussion',
  execution: 'The run',
  chip: 'The chip',
  schedule: 'The schedule',
  note: 'The note',
};

/** That what a notification tells of is gone. */
export const deletedText = (sourceType: string): string => `${sourceWords[sourceType] ?? 'It'} was deleted.`;

/** What a mute is about, in words. */
export function muteText(
  { kind, project_id: projectId, target_url: page }: NotificationMute,
  projectName?: string,
): string {
  const project = projectId === null ? '' : (projectName ?? 'a project that you have left');
  const where = page === null ? project : `${page} in ${project}`;
  if (kind === null) return `Everything about ${where}`;
  return where === '' ? kindLabels[kind] : `${kindLabels[kind]}: ${where}`;
}
