import { expect } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { Verbs } from '#test/support/engine/verbs.ts';

/** The inbox of each person. */
export const expected = {
  alice: [
    'assignment: carol gave you discussion #1: T1 fell',
    'drift_alert: T1 drifts on qubit 1 of torino',
    'drift_alert: T1 drifts on qubit 2 of torino',
    'lock_forced: Run 20250301-005 on torino was ended to free the lock',
    "membership: bob joined project alice's project",
    "membership: carol joined project alice's project",
    'mention: bob mentioned you in discussion #1: T1 fell',
    'mention: bob mentioned you in discussion #1: T1 fell',
    'run_stuck: Run 20250301-003 on torino failed: it stopped responding',
    'thread_status: carol closed as not planned discussion #1: T1 fell',
    'thread_status: carol set to identified discussion #1: T1 fell',
    'value_held: Run 20250301-000 measured values on torino that wait for a decision',
    'worker_silent: Run 20250301-004 on torino lost its worker',
  ],
  bob: [
    'drift_alert: T1 drifts on qubit 1 of torino',
    'drift_alert: T1 drifts on qubit 2 of torino',
    "invitation: alice invites you to project alice's project",
    'lock_forced: Run 20250301-005 on torino was ended to free the lock',
    'mention: alice mentioned you in a note on torino',
    'reply: alice replied in discussion #1: T1 fell',
    'run_cancelled: Run 20250301-002 on torino was cancelled',
    'run_failed: Run 20250301-000 on torino failed',
    'run_stuck: Run 20250301-003 on torino failed: it stopped responding',
    'schedule_skipped: Flow check was not started as scheduled',
    'thread_status: carol closed as not planned discussion #1: T1 fell',
    'thread_status: carol set to identified discussion #1: T1 fell',
    'value_held: Run 20250301-000 measured values on torino that wait for a decision',
    'worker_silent: Run 20250301-004 on torino lost its worker',
  ],
  carol: [
    'assignment: bob gave you discussion #1: T1 fell',
    'drift_alert: T1 drifts on qubit 1 of torino',
    'drift_alert: T1 drifts on qubit 2 of torino',
    "invitation: alice invites you to project alice's project",
    "membership: You are editor in project alice's project now",
    'mention: alice mentioned you in a note on torino',
    'mention: alice mentioned you in discussion #1: T1 fell',
    'reply: bob replied in discussion #1: T1 fell',
  ],
  dora: [
    "invitation: alice invites you to project alice's project",
    "membership: Your invitation to project alice's project was withdrawn",
  ],
};

/** The e-mails to be sent: all of Bob's notifications except the reply, at his time. */
export const mailed = expected.bob.slice(1).map(() => 'usr_bob 2025-03-02T07:00:00.000Z');

/** What the webhook of the project is sent. */
export const sent = [
  'assignment: bob gave carol discussion #1: T1 fell',
  'assignment: carol gave alice discussion #1: T1 fell',
  'drift_alert: T1 drifts on qubit 1 of torino',
  'drift_alert: T1 drifts on qubit 2 of torino',
  "invitation: alice invites bob to project alice's project",
  "invitation: alice invites carol to project alice's project",
  "invitation: alice invites dora to project alice's project",
  'lock_forced: Run 20250301-005 on torino was ended to free the lock',
  "membership: The invitation of dora to project alice's project was withdrawn",
  "membership: bob joined project alice's project",
  "membership: carol is editor in project alice's project now",
  "membership: carol joined project alice's project",
  'mention: alice mentioned bob, alice in a note on torino',
  'mention: alice mentioned carol in a note on torino',
  'mention: alice mentioned carol in discussion #1: T1 fell',
  'mention: bob mentioned alice in discussion #1: T1 fell',
  'mention: bob mentioned alice in discussion #1: T1 fell',
  'reply: alice replied in discussion #1: T1 fell',
  'reply: bob replied in discussion #1: T1 fell',
  'run_cancelled: Run 20250301-002 on torino was cancelled',
  'run_failed: Run 20250301-000 on torino failed',
  'run_failed: Run 20250301-001 on torino failed',
  'run_stuck: Run 20250301-003 on torino failed: it stopped responding',
  'schedule_skipped: Flow check was not started as scheduled',
  'thread_started: bob began discussion #1: T1 fell',
  'thread_status: carol closed as not planned discussion #1: T1 fell',
  'thread_status: carol set to identified discussion #1: T1 fell',
  'value_held: Run 20250301-000 measured values on torino that wait for a decision',
  'worker_silent: Run 20250301-004 on torino lost its worker',
];

/** What was left for the webhook, as `kind: title`, once for each delivery. */
export async function deliveries(verbs: Verbs): Promise<string[]> {
  const items = [...(await verbs.table())].filter(([key]) => key.includes('#WEBHOOK | '));
  return items
    .map(([, text]) => (JSON.parse(text) as { body: { S: string } }).body.S)
    .map((body) => JSON.parse(body) as Record<'kind' | 'title', string>)
    .map(({ kind, title }) => `${kind}: ${title}`)
    .sort();
}

/** The e-mails to be sent, as the key of the user and the time. */
export async function emails(verbs: Verbs): Promise<string[]> {
  const items = [...(await verbs.table())].filter(([key]) => key.includes('#EMAIL | '));
  return items.map(([key, text]) => `${key.split('#')[1]} ${(JSON.parse(text) as { nextAt: { S: string } }).nextAt.S}`);
}

/** The content of each inbox, and how much of it is marked unread. */
export async function inboxes(verbs: Verbs): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const unread: Record<string, number> = {};
  for (const [key, text] of await verbs.table()) {
    const [, user = '', row = ''] = /^USER#usr_(\w+) \| (NOTIFICATION|UNREAD)#/.exec(key) ?? [];
    if (row === 'UNREAD') unread[user] = (unread[user] ?? 0) + 1;
    if (row !== 'NOTIFICATION') continue;
    const { kind, title, excerpt } = JSON.parse(text) as Record<'kind' | 'title' | 'excerpt', { S: string }>;
    // What drifts is named as the pages name it, and its day is in words.
    if (kind.S === 'drift_alert') expect(excerpt.S).toMatch(/^Q\d: .*\sµs since \d{1,2} [A-Z][a-z]{2} \d{4}$/);
    found[user] = [...(found[user] ?? []), `${kind.S}: ${title.S}`].sort();
  }
  for (const [user, titles] of Object.entries(found)) expect(unread[user], user).toBe(titles.length);
  return found;
}

export async function emptyInboxes(verbs: Verbs): Promise<void> {
  const keys = [...(await verbs.table()).keys()].filter((key) =>
    /\| (NOTIFICATION|UNREAD)#|#(WEBHOOK|EMAIL) \|/.test(key),
  );
  const writes = keys.map((key) => key.split(' | ')).map(([pk = '', sk = '']) => ({ delete: { pk, sk } }));
  await batchWriteItems(verbs.db, writes);
}
