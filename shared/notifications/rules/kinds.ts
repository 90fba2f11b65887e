/** The kinds of notifications, by name (rule NOTIFY-1). */
export const notificationKinds = [
  'run_failed',
  'run_cancelled',
  'run_stuck',
  'worker_silent',
  'schedule_skipped',
  'lock_forced',
  'value_held',
  'invitation',
  'membership',
  'mention',
  'reply',
  'assignment',
  'thread_status',
  'drift_alert',
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** Events for webhooks, including those that reach no inbox. */
export const eventKinds = [...notificationKinds, 'thread_started'] as const;

export type EventKind = (typeof eventKinds)[number];

/** Whether an event is one of those that cause notifications. */
export const isTold = <T extends { kind: EventKind }>(event: T): event is T & { kind: NotificationKind } =>
  event.kind !== 'thread_started';

/** Why a run failed, if not because of its own work: it stopped without an end, or its worker was silent. */
export type RunStop = 'stuck' | 'worker-silent';

/** The end of an execution, as notifications need it. */
export interface RunEnding {
  status: 'failed' | 'cancelled';
  /** Who forced the lock free. */
  forcedBy?: string | undefined;
  stop?: RunStop | undefined;
}

/** The kind of notification for the end of a run (rule NOTIFY-3). */
export function kindOfEnding({ status, forcedBy, stop }: RunEnding): NotificationKind {
  if (forcedBy !== undefined) return 'lock_forced';
  if (status === 'cancelled') return 'run_cancelled';
  if (stop === 'worker-silent') return 'worker_silent';
  return stop === 'stuck' ? 'run_stuck' : 'run_failed';
}
