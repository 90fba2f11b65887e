import { afterAll, beforeAll, beforeEach } from 'vitest';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { ChatPoster } from '#shared/notifications/chat/port.ts';
import { slackPoster } from '#shared/notifications/chat/slack.ts';
import { eventKinds } from '#shared/notifications/rules/kinds.ts';
import { getChat } from '#shared/notifications/store/chat.ts';
import { listMessages, replaceChat } from '#shared/notifications/verbs/chat/chat.ts';
import { chatWork } from '#shared/notifications/verbs/chat/deliver-messages.ts';
import { queueMessage } from '#shared/notifications/verbs/chat/queue-message.ts';
import type { SentEvent } from '#shared/notifications/verbs/webhooks/queue-deliveries.ts';
import { type SlackServer, slackChannel, slackToken, startSlackServer } from '#test/support/chat/slack-server.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';

export let verbs: Verbs;
export let slack: SlackServer;
export let ctx: ProjectContext & { chat: ChatPoster };
export let threadId: string;

export const choice = {
  format: 'slack',
  channel: slackChannel,
  token: slackToken,
  kinds: eventKinds,
  active: true,
} as const;

/** Gives every test of a file a project with a discussion and a chat in Slack, at noon UTC of the 1st of March 2025. */
export function onChat(): void {
  beforeAll(async () => {
    [verbs, slack] = await Promise.all([startVerbs(), startSlackServer()]);
  });
  afterAll(async () => {
    await verbs.stop();
    await slack.stop();
  });
  beforeEach(async () => {
    await verbs.empty();
    verbs.faults.clear();
    verbs.now = new Date('2025-03-01T12:00:00.000Z');
    slack.kept.length = 0;
    slack.calls.length = 0;
    slack.behave = () => undefined;
    const member = await verbs.member('alice');
    const config = { ...member.config, publicUrl: 'https://lab.example.com' };
    // No request ends by the clock: a request without an answer is given up when the server knows about it.
    open.clear();
    slack.whenSilent = endTime;
    ctx = { ...member, config, chat: slackPoster({ baseUrl: slack.url, deadline }) };
    await replaceChat(ctx, choice);
    const content = 'Is it <the fridge> & @channel?';
    ({ threadId } = await createThread(ctx, {
      ...{ category: 'qubit', title: 'T1 fell', content, contentBlocks: 'null', labels: [], assignees: [] },
      ...{ subjects: [], status: 'open' },
    }));
  });
}

/** The times of requests, none of which ends by itself. */
const open = new Set<AbortController>();
const deadline = () => {
  const time = new AbortController();
  open.add(time);
  return time.signal;
};
export const endTime = () => {
  for (const time of open) time.abort(new DOMException('The time is over', 'TimeoutError'));
  open.clear();
};
export const advance = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
export const post = (kind: 'thread_started' | 'reply' | 'thread_status', n = 0): SentEvent => ({
  ...{ projectId: ctx.projectId, kind, at: new Date(Date.parse('2025-03-01T12:00:00.000Z') + n * 1000).toISOString() },
  ...{ id: `event-${kind}-${n}`, concerned: [], targetUrl: `/discussions/${threadId}`, excerpt: `Words ${n}` },
  source: { type: kind === 'reply' ? 'reply' : 'thread', id: postIdOf({ threadId, reply: kind === 'reply' ? n : 0 }) },
  title: `${kind} ${n}`,
});
export const queue = async (...events: SentEvent[]) => {
  const chat = await getChat(ctx.db, ctx.projectId);
  for (const event of events) await queueMessage(ctx, event, chat);
};
export const titles = () => slack.kept.map(({ text }) => text.split('\n')[0]);
export const log = async () => (await listMessages(ctx, {}, { skip: 0, limit: 100 })).records;
/** Delivers every minute until nothing is due. */
export async function deliverEveryMinute(looks = 40): Promise<void> {
  for (let n = 0; n < looks; n += 1) {
    await carryOutDue(chatWork, ctx);
    if ((await log()).every(({ status }) => status !== 'pending')) return;
    advance(60);
  }
}

/** Delivers whenever something is due, until nothing waits. */
export async function deliverUntilDone(): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    await carryOutDue(chatWork, ctx);
    const due = (await log()).flatMap(({ nextAt = [] }) => nextAt).toSorted();
    if (due[0] === undefined) return;
    if (due[0] > verbs.now.toISOString()) verbs.now = new Date(due[0]);
  }
}
