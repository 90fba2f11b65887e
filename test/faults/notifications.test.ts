import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler } from '#functions/stream/project.ts';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { startStreams } from '#local/streams/streams.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { eventKinds, notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { notificationSettingsEntity } from '#shared/notifications/store/settings.ts';
import { countUnread, readAll } from '#shared/notifications/verbs/inbox.ts';
import { replaceUnwanted } from '#shared/notifications/verbs/settings.ts';
import { createWebhook } from '#shared/notifications/verbs/webhooks/webhooks.ts';
import { getUser } from '#shared/people/store/users.ts';
import { getProject, projectEntity } from '#shared/projects/store/projects.ts';
import { changeMemberRole, inviteMember, revokeMember } from '#shared/projects/verbs/members.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { runAudit } from '#shared/runs/verbs/audit.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { firingEntity, scheduleEntity } from '#shared/schedules/store/schedules.ts';
import { driftDecisionsEntity, driftEntity } from '#shared/values/store/drift.ts';
import { t1Drift } from '#test/support/drift/drift-record.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { joinProject } from '#test/support/engine/join-project.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount, isEveryCase } from '#test/support/properties/case-count.ts';
import { putRunning } from '#test/support/runs/run-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { fakeSender } from '#test/support/webhooks/fake-sender.ts';

let verbs: Verbs;
let alice: ProjectContext;
/** What the stream had to tell, as Lambda hands it to the function. */
let records: DynamoDBRecord[];

const chipId = 'torino';
const at = '2025-03-01T11:00:00.000Z';

beforeAll(async () => {
  verbs = await startVerbs();
  alice = await verbs.member('alice');
  for (const name of ['bob', 'carol', 'dora']) await verbs.member(name);
  const config = { ...alice.config, emailSender: 'fiducial@example.com' };
  provideRuntime(createRuntime(config, { client: verbs.client, log: alice.log, clock: alice.clock }));
  records = await recorded(happen);
});
afterAll(() => verbs.stop());

/** Something of every kind, in a project that Alice owns. */
async function happen(): Promise<void> {
  await putAddress();
  const { projectId, db } = alice;
  const choice = { url: 'https://hooks.example.com/in', description: '', kinds: eventKinds, active: true };
  await createWebhook({ ...alice, webhooks: fakeSender() }, choice);
  await createChip(alice, { chipId, topologyId: 'linear-4' });
  await joinProject(alice, { username: 'bob', role: 'editor' });
  await joinProject(alice, { username: 'carol', role: 'viewer' });
  await inviteMember(alice, { username: 'dora', role: 'viewer' });
  await changeMemberRole(alice, { username: 'carol', role: 'editor' });
  await upsertNote(alice, { note: { chipId, level: 'chip' }, scope: {} }, 'Ask @bob and @alice, not @stranger');
  await upsertNote(alice, { note: { chipId, level: 'chip' }, scope: {} }, 'Ask @bob and @carol');
  await replaceUnwanted(await actorOf('carol'), { muted: ['run_failed'] });
  const run = (executionId: string, username: string, given = {}) =>
    putRunning(db, { projectId, chipId, executionId, username, createdAt: at, ...given });
  const bobs = await run('20250301-000', 'bob');
  await abortRun(alice, bobs, 'No signal');
  const carols = await run('20250301-001', 'carol');
  await abortRun(alice, carols, 'Muted');
  const cancelled = await run('20250301-002', 'bob', { cancelRequestedAt: at, cancelRequestedBy: 'carol' });
  await abortRun(alice, cancelled, 'Cancelled');
  const stuck = await run('20250301-003', 'bob');
  await abortRun(alice, stuck, 'The state machine timed out', { stop: 'stuck' });
  const silent = await run('20250301-004', 'bob');
  await abortRun(alice, silent, 'Its worker is silent', { stop: 'worker-silent' });
  const forced = await run('20250301-005', 'bob');
  const audit = (execution: ExecutionRecord) => runAudit(alice, 'force-unlock', execution, { reason: '' });
  await abortRun(alice, forced, 'Force-released', { force: { by: 'carol', audit } });
  await putHeldAndSkipped();
  await putDrift();
  await discuss();
  await revokeMember(alice, 'dora');
}

/** Bob is sent all but replies by e-mail, in the morning. */
async function putAddress(): Promise<void> {
  const kinds = notificationKinds.filter((kind) => kind !== 'reply');
  const email = { address: 'bob@example.com', kinds, timeZone: 'UTC', digestAt: '07:00', codesAt: [] };
  const record = { userId: 'usr_bob', muted: [], email, updatedAt: at };
  await batchWriteItems(alice.db, [{ put: notificationSettingsEntity.encode(record, 1) }]);
}

/** T1 falls on one qubit, on two more the day after, one of which is muted, and stays so; days of long ago are history. */
async function putDrift(): Promise<void> {
  const { projectId, db } = alice;
  const days = [
    ['2025-02-26', { 1: 3 }],
    ['2025-02-27', { 1: 4 }],
    ['2025-02-28', { 1: 5, 2: 4, 3: 4 }],
    ['2025-02-28', { 1: 6, 2: 5, 3: 5 }],
  ] as const;
  const mute = { target: '3', until: '2025-04-01T00:00:00.000Z', reason: 'known', by: 'alice', at };
  const decisions = { projectId, chipId, mutes: [mute], acknowledgements: [] };
  await batchWriteItems(db, [{ put: driftDecisionsEntity.encode(decisions, 1) }]);
  const old = t1Drift({ projectId, chipId: 'former', lastDay: '2025-02-10', lowDays: { 1: 4 } });
  await batchWriteItems(db, [{ put: driftEntity.encode(old, 1) }]);
  for (const [n, [lastDay, lowDays]] of days.entries()) {
    const record = t1Drift({ projectId, chipId, lastDay, lowDays });
    await batchWriteItems(db, [{ put: driftEntity.encode(record, n + 1) }]);
  }
}

/** Bob asks Carol and Alice, Alice and Bob reply, Carol ends it. */
async function discuss(): Promise<void> {
  const [bob, carol] = [await actorOf('bob'), await actorOf('carol')];
  const content = '@alice and @carol: `@bob` saw this, @stranger did not';
  const { threadId } = await createThread(bob, {
    ...{ category: 'qubit', title: 'T1 fell', content, contentBlocks: 'null', labels: [], assignees: ['carol'] },
    ...{ subjects: [], status: 'open' },
  });
  const answer = (by: ProjectContext, text: string) =>
    createReply(by, { parentId: threadId, content: text, contentBlocks: 'null' });
  await answer(alice, '@carol is it the fridge?');
  const { reply } = await answer(bob, 'I think so');
  await updateReply(bob, postIdOf(reply), { content: 'I think so, @alice' });
  const mistake = await answer(bob, 'a mistake');
  await deletePost(bob, postIdOf(mistake.reply));
  await updateThread(carol, threadId, { assignees: ['carol', 'alice'], status: { status: 'identified' } });
  await updateThread(carol, threadId, { status: { status: 'resolved', reason: 'not_planned' } });
}

async function putHeldAndSkipped(): Promise<void> {
  const { projectId, db } = alice;
  const scheduleId = 'nightly';
  const cron = { cron: '0 3 * * *', timeZone: 'UTC', active: true, since: at, flowName: 'check', parameters: '{}' };
  const written = { createdAt: at, updatedBy: 'bob', updatedAt: at, userId: 'usr_bob', username: 'bob' };
  const held = (taskId: string) => ({
    ...taskResultRecord({ projectId, chipId, taskId, executionId: '20250301-000', status: 'completed' }),
    gateMarks: { t1: { state: 'held' as const, because: 'not_a_number' as const } },
  });
  const skipped = { outcome: 'skipped' as const, reason: 'locked' as const, message: 'Another run was on' };
  await batchWriteItems(db, [
    { put: scheduleEntity.encode({ projectId, scheduleId, ...cron, ...written }, 1) },
    { put: firingEntity.encode({ projectId, scheduleId, scheduledTime: at, at, ...skipped }, 1) },
    { put: taskResultEntity.encode(held('task-1'), 1) },
    { put: taskResultEntity.encode(held('task-2'), 1) },
  ]);
}

/** A member of Alice's project. */
async function actorOf(username: string): Promise<ProjectContext> {
  const user = await getUser(alice.db, `usr_${username}`);
  if (!user) throw new Error(`There is no ${username}`);
  return { ...alice, actor: { user, apiToken: undefined } };
}

/** What the filter of the consumer lets through of what some work writes. */
async function recorded(work: () => Promise<void>): Promise<DynamoDBRecord[]> {
  const consumer = streamConsumers.find(({ name }) => name === 'project');
  if (!consumer) throw new Error('There is no consumer of that name');
  const seen: DynamoDBRecord[] = [];
  const streams = await startStreams({
    engine: verbs.engine,
    client: verbs.client,
    tableName: verbs.engine.tableName,
    consumers: [consumer],
    handlerOf: () => async (event) => {
      seen.push(...event.Records);
      return { batchItemFailures: [] };
    },
    onError: (error) => {
      throw error;
    },
  });
  await work();
  await streams.settle();
  await streams.stop();
  return seen;
}

const deliver = (batch: readonly DynamoDBRecord[]) =>
  handler({ Records: [...batch] }, lambdaContext('stream-project', 'test', Date.now() + 60_000));

/** What was left for the webhook, as `kind: title`, once for each delivery. */
async function deliveries(): Promise<string[]> {
  const items = [...(await verbs.table())].filter(([key]) => key.includes('#WEBHOOK | '));
  return items
    .map(([, text]) => (JSON.parse(text) as { body: { S: string } }).body.S)
    .map((body) => JSON.parse(body) as Record<'kind' | 'title', string>)
    .map(({ kind, title }) => `${kind}: ${title}`)
    .sort();
}

/** The e-mails to be sent, as the key of the user and the time. */
async function emails(): Promise<string[]> {
  const items = [...(await verbs.table())].filter(([key]) => key.includes('#EMAIL | '));
  return items.map(([key, text]) => `${key.split('#')[1]} ${(JSON.parse(text) as { nextAt: { S: string } }).nextAt.S}`);
}

/** The content of each inbox, and how much of it is marked unread. */
async function inboxes(): Promise<Record<string, string[]>> {
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

async function emptyInboxes(): Promise<void> {
  const keys = [...(await verbs.table()).keys()].filter((key) =>
    /\| (NOTIFICATION|UNREAD)#|#(WEBHOOK|EMAIL) \|/.test(key),
  );
  const writes = keys.map((key) => key.split(' | ')).map(([pk = '', sk = '']) => ({ delete: { pk, sk } }));
  await batchWriteItems(verbs.db, writes);
}

const expected = {
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
const mailed = expected.bob.slice(1).map(() => 'usr_bob 2025-03-02T07:00:00.000Z');

/** What the webhook of the project is sent. */
const sent = [
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

/** Numbers that follow from a seed, from 0 to 1. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('the inboxes and what webhooks are sent', () => {
  it('what happens is in the inbox of each whom it concerns, and of no one else', async () => {
    await emptyInboxes();
    expect(await deliver(records)).toEqual({ batchItemFailures: [] });
    expect(await inboxes()).toEqual(expected);
    expect(await deliveries()).toEqual(sent);
    expect(await emails()).toEqual(mailed);
  });

  it('something of every kind of event happens', () => {
    expect([...new Set(sent.map((one) => one.split(':')[0]))].sort()).toEqual([...eventKinds].sort());
  });

  it.each(Array.from({ length: caseCount(6) }, (_, n) => n + 1))(
    'each event is once in each inbox however often, in any order and in any batches it is delivered (seed %i)',
    async (seed) => {
      await emptyInboxes();
      const draw = drawn(seed);
      const many = [...records, ...records, ...records]
        .map((record) => ({ record, place: draw() }))
        .sort((a, b) => a.place - b.place)
        .map(({ record }) => record);
      while (many.length > 0) {
        const batches = [1, 2].map(() => many.splice(0, 1 + Math.floor(draw() * 8)));
        await Promise.all(batches.map(deliver));
      }
      expect(await inboxes()).toEqual(expected);
      expect(await deliveries()).toEqual(sent);
      expect(await emails()).toEqual(mailed);
    },
  );

  /** The first calls at which the consumer dies; every fifth from there, or every one where every case is drawn. */
  const firstDeaths = { before: 1, after: isEveryCase ? 1 : 3 };
  const step = isEveryCase ? 1 : 5;

  it.each(['before', 'after'] as const)(
    'each event is once in each inbox whichever call the consumer dies %s, once it is delivered again',
    async (when) => {
      let call = firstDeaths[when];
      for (let isDead = true; isDead; call += step) {
        await emptyInboxes();
        verbs.faults.plan(crashAt(call, when));
        const answer = await deliver(records);
        isDead = answer.batchItemFailures.length > 0;
        await verbs.faults.idle();
        verbs.faults.clear();
        expect(await deliver(records)).toEqual({ batchItemFailures: [] });
        expect(await inboxes(), `call ${call}`).toEqual(expected);
        expect(await deliveries(), `call ${call}`).toEqual(sent);
        expect(await emails(), `call ${call}`).toEqual(mailed);
      }
      expect(call).toBeGreaterThan(30);
    },
  );

  it('a delivery that meets a table that answers nothing fails whole, and is to be delivered again', async () => {
    await emptyInboxes();
    verbs.faults.plan(() => ({ before: new Crash() }));
    const { batchItemFailures } = await deliver(records);
    verbs.faults.clear();
    expect(batchItemFailures.length).toBeGreaterThan(0);
    expect(await inboxes()).toEqual({});
  });

  it('no one is told of what an import brought in, nor of what happens in a project that is deleted', async () => {
    const project = await getProject(verbs.db, alice.projectId);
    if (!project) throw new Error('There is no project');
    const by = { importId: 'i', digest: '', headDigest: '', lines: 1, startedAt: at, by: 'admin' };
    const later = '2025-03-02T00:00:00.000Z';
    for (const state of [{ imported: { ...by, at: later } }, { deletedAt: later }]) {
      await emptyInboxes();
      await batchWriteItems(verbs.db, [{ put: projectEntity.encode({ ...project, ...state }, 2) }]);
      expect(await deliver(records)).toEqual({ batchItemFailures: [] });
      expect(await inboxes()).toEqual({});
    }
    await batchWriteItems(verbs.db, [{ put: projectEntity.encode(project, 3) }]);
  });

  it('what was read stays read when its event comes again', async () => {
    await emptyInboxes();
    await deliver(records);
    const bob = await actorOf('bob');
    expect(await readAll(bob)).toBe(expected.bob.length);
    await deliver(records);
    expect(await countUnread(bob)).toBe(0);
  });
});
