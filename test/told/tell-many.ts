import { databaseOf } from '#local/table-in-memory/client.ts';
import { execute } from '#local/table-in-memory/commands.ts';
import { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { type ThreadRecord, threadEntity } from '#shared/discussions/store/threads.ts';
import { forEachConcurrent } from '#shared/kernel/concurrency.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { Context } from '#shared/kernel/context.ts';
import { batchWriteItems, type Database, queryPages } from '#shared/kernel/store/dynamodb/database.ts';
import { userKeys } from '#shared/kernel/store/keys.ts';
import { notificationEntity, unreadEntity } from '#shared/notifications/store/notifications.ts';
import { webhookEntity, webhookSecretsEntity } from '#shared/notifications/store/webhooks.ts';
import type { Change } from '#shared/notifications/verbs/happening.ts';
import { notify } from '#shared/notifications/verbs/notify.ts';
import { Scenes } from '#shared/notifications/verbs/scenes.ts';
import { webhookWork } from '#shared/notifications/verbs/webhooks/deliver.ts';
import { newWebhookSecret } from '#shared/notifications/webhooks/signature.ts';
import { noSecrets } from '#shared/people/store/secret-source.ts';
import { type MemberRecord, memberEntity } from '#shared/projects/store/projects.ts';
import { addUser } from '#test/support/engine/add-user.ts';
import { webhookRecord } from '#test/support/webhooks/webhook.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';

/** How much is told, and the seed of what goes wrong on the way. */
export interface Telling {
  events: number;
  subscribers: number;
  webhooks: number;
  seed: number;
}

/** What came of it. */
export interface ToldMany {
  /** Records of the stream that were handed on: many twice or three times, in another order. */
  deliveries: number;
  /** Deliveries that failed, and were repeated. */
  failedDeliveries: number;
  /** Notifications, and how many inboxes have each event exactly once. */
  notifications: number;
  wholeInboxes: number;
  /** Requests that webhooks were sent, and how many webhooks have taken each event. */
  requests: number;
  wholeWebhooks: number;
  /** Requests with an id that is of no event, or with another body than an earlier one of the id. */
  strangeRequests: number;
}

/** Share of the calls of the table that fail, half of them after they were carried out. */
const faultShare = 0.01;
const start = Date.parse('2025-03-01T12:00:00.000Z');
const ignore = () => undefined;

/**
 * Tells many events to many people and webhooks, over a table in memory: each record of the stream comes one to three times, in
 * another order and alongside others, calls of the table fail before and after they were carried out, and receivers refuse, or take
 * without an answer.
 */
export async function tellMany({ events, subscribers, webhooks, seed }: Telling): Promise<ToldMany> {
  const draw = drawn(seed);
  const table = new MemoryTable();
  let isFaulty = false;
  const db = databaseOf(async (request) => {
    const chance = isFaulty ? draw() : 1;
    if (chance < faultShare / 2) throw new Error('the call was lost');
    const answer = execute(table, request);
    // The stream and the tokens are of no use here, and would fill the memory.
    table.stream.length = 0;
    if (table.transactions.size > 10_000) table.transactions.clear();
    if (chance < faultShare) throw new Error('the answer was lost');
    return answer;
  });
  let now = start;
  const ctx: Context = {
    ...{ db, config: loadConfig({ TABLE_NAME: 'told' }), secrets: noSecrets, requestId: 'told' },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore, access: ignore, measure: ignore },
    clock: () => new Date(now),
  };
  table.clock = () => now;
  const project = await makeProject(ctx, subscribers, webhooks);
  const told = { deliveries: 0, failedDeliveries: 0 };
  const records = shuffled(
    Array.from({ length: events }, (_, n) => Array<number>(1 + Math.floor(draw() * 3)).fill(n)).flat(),
    draw,
  );
  isFaulty = true;
  await forEachConcurrent(records, 8, async (n) => {
    for (let isTold = false; !isTold; ) {
      told.deliveries += 1;
      isTold = await notify(ctx, changeOf(project, n), new Scenes(ctx)).then(
        () => true,
        () => false,
      );
      if (!isTold) told.failedDeliveries += 1;
    }
  });
  const requests = new Map<string, { body: string; taken: boolean }>();
  let sent = 0;
  let strangeRequests = 0;
  const send = async ({
    url,
    headers,
    body,
  }: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
  }) => {
    sent += 1;
    const name = `${url} ${headers['webhook-id']}`;
    const earlier = requests.get(name);
    const { id } = JSON.parse(body) as { id: string };
    if (id !== headers['webhook-id'] || (earlier && earlier.body !== body)) strangeRequests += 1;
    const chance = draw();
    requests.set(name, { body, taken: earlier?.taken === true || chance >= 0.2 });
    if (chance < 0.195) return { status: 503 };
    // A receiver that does not answer gets no more in that look: more of these would make looks and show nothing else.
    return chance < 0.205 ? { error: 'No answer within 10 seconds' } : { status: 204 };
  };
  const sender = { problemWith: async () => undefined, send };
  for (let look = 0; look < 100_000; look += 1) {
    const outcome = await carryOutDue(webhookWork, { ...ctx, webhooks: sender }).catch(() => ({ failed: 1 }));
    now += 60_000;
    const isIdle = Object.values(outcome).every((count) => count === 0);
    // What waits for its next attempt waits for half a day at most.
    if (isIdle && (await isNothingDue(db, now))) break;
  }
  isFaulty = false;
  const taken = Map.groupBy(requests, ([name]) => name.split(' ')[0]);
  const wholeWebhooks = [...taken.values()].filter(
    (list) => list.length === events && list.every(([, { taken: isTaken }]) => isTaken),
  ).length;
  const inboxes = await Promise.all(project.members.map((member) => countInbox(db, member.userId, events)));
  return {
    ...told,
    notifications: inboxes.reduce((sum, { count }) => sum + count, 0),
    wholeInboxes: inboxes.filter(({ isWhole }) => isWhole).length,
    ...{ requests: sent, wholeWebhooks, strangeRequests },
  };
}

interface Project {
  projectId: string;
  members: readonly MemberRecord[];
}

async function makeProject(ctx: Context, subscribers: number, webhooks: number): Promise<Project> {
  const owner = await addUser(ctx, { userId: 'usr_owner', username: 'owner', passwordHash: 'no one has it' });
  const projectId = owner.defaultProjectId ?? '';
  const at = new Date(start).toISOString();
  const members = Array.from(
    { length: subscribers },
    (_, n): MemberRecord => ({
      ...{ projectId, userId: `usr_${n}`, username: `user-${n}`, role: 'editor', status: 'active' },
      ...{ createdAt: at, updatedAt: at },
    }),
  );
  const hooks = Array.from({ length: webhooks }, (_, n) => {
    const of = { projectId, webhookId: `hook-${n}` };
    const hook = webhookRecord({ ...of, createdAt: at, url: `https://${n}.example.com/in`, kinds: ['thread_status'] });
    const secrets = { ...of, secrets: [{ secret: newWebhookSecret(), createdAt: at }] };
    return [{ put: webhookEntity.encode(hook, 1) }, { put: webhookSecretsEntity.encode(secrets, 1) }];
  });
  await batchWriteItems(ctx.db, [
    ...members.map((member) => ({ put: memberEntity.encode(member, 1) })),
    ...hooks.flat(),
  ]);
  return { projectId, members };
}

/** A discussion in which everybody takes part moves on. */
function changeOf({ projectId, members }: Project, n: number): Change {
  const at = (seconds: number) => new Date(start - 86_400_000 + (n * 10 + seconds) * 1000).toISOString();
  const before: ThreadRecord = {
    ...{ projectId, threadId: n.toString(16).padStart(32, '0'), number: n + 1, title: `Discussion ${n}` },
    ...{ category: 'qubit', content: 'T1 fell', contentBlocks: 'null', labels: [], subjects: [], status: 'open' },
    ...{ author: 'owner', authorUserId: 'usr_owner', changedBy: 'owner', changedByUserId: 'usr_owner' },
    ...{ mentions: [], mentionUserIds: [], assignees: [], assigneeUserIds: [], edits: 0, replyCount: 0, lastReply: 0 },
    participantUserIds: members.map(({ userId }) => userId),
    ...{ createdAt: at(0), updatedAt: at(0), lastActivityAt: at(0) },
  };
  const after: ThreadRecord = { ...before, status: 'identified', updatedAt: at(1) };
  return { before: threadEntity.encode(before, 1), after: threadEntity.encode(after, 2) };
}

async function isNothingDue(db: Database, now: number): Promise<boolean> {
  const through = `${new Date(now + 86_400_000).toISOString()}#~`;
  try {
    for await (const page of queryPages(db, { index: 'gsi2', pk: 'WEBHOOKDUE', through }))
      if (page.length > 0) return false;
    return true;
  } catch {
    return false;
  }
}

/** How many notifications a user has, and whether they are one of each event, each marked unread. */
async function countInbox(db: Database, userId: string, events: number): Promise<{ count: number; isWhole: boolean }> {
  const threads = new Set<string>();
  const ids = new Set<string>();
  let count = 0;
  for await (const page of queryPages(db, userKeys.notifications(userId, '')))
    for (const item of page) {
      const { sourceId, id } = notificationEntity.decode(item);
      threads.add(sourceId);
      ids.add(id);
      count += 1;
    }
  const unread = new Set<string>();
  for await (const page of queryPages(db, userKeys.allUnread(userId, '')))
    for (const item of page) unread.add(unreadEntity.decode(item).id);
  const isWhole = [count, threads.size, ids.size, unread.size].every((one) => one === events);
  return { count, isWhole };
}

function shuffled<T>(list: readonly T[], draw: () => number): T[] {
  return list
    .map((one) => ({ one, place: draw() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Numbers that follow from a seed, from 0 to 1. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
