import { type EventKind, eventKinds } from '#shared/notifications/rules/kinds.ts';
import type { WebhookDelivery } from '../../../ui/lib/api/wire.ts';

/** The labels of the kinds of events, for an owner who chooses which are sent. */
export const eventLabels: Record<EventKind, string> = {
  run_failed: 'A run failed',
  run_cancelled: 'A run was cancelled',
  run_stuck: 'A run failed: no worker, or it stopped responding',
  worker_silent: 'A run lost its worker',
  schedule_skipped: 'A schedule did not start its flow',
  lock_forced: 'A run was ended to free the lock',
  value_held: 'Measured values wait for a decision',
  drift_alert: 'A metric drifts',
  thread_started: 'A discussion began',
  reply: 'A reply in a discussion',
  assignment: 'A discussion was assigned',
  thread_status: 'A discussion was closed, or moved on',
  mention: 'A user was mentioned',
  invitation: 'A user was invited',
  membership: 'A membership changed',
};

const isKnown = (kind: string): kind is EventKind => (eventKinds as readonly string[]).includes(kind);

/** Of a kind that this page does not know, the service's own word. */
export const eventLabel = (kind: string): string => (isKnown(kind) ? eventLabels[kind] : kind.replaceAll('_', ' '));

/** What a webhook is sent, in a few words: where that is most of all, what it is not sent. */
export function kindsText(kinds: readonly string[]): string {
  const others = eventKinds.filter((kind) => !kinds.includes(kind));
  if (others.length === 0) return 'all events';
  return others.length * 2 < eventKinds.length ? `all events but: ${listText(others)}` : listText(kinds);
}

const listText = (kinds: readonly string[]): string =>
  kinds.map((kind) => eventLabel(kind).replace(/^./, (first) => first.toLowerCase())).join(', ');

/** What came of the last attempt. */
export function attemptText({ attempts, last_error, last_status }: WebhookDelivery): string {
  if (attempts === 0) return 'not tried yet';
  if (last_error !== null) return last_error;
  return last_status === null ? 'not answered yet' : `The receiver answered ${last_status}`;
}
