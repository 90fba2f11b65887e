import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatPoster } from '#shared/chat/port.ts';
import { slackPoster } from '#shared/chat/slack.ts';
import type { ProjectContext } from '#shared/context.ts';
import { eventKinds } from '#shared/domain/notifications/kinds.ts';
import { postIdOf } from '#shared/domain/threads/post-id.ts';
import { deleteChat, listMessages, replaceChat, testChat } from '#shared/services/chat/chat.ts';
import { deliverMessages } from '#shared/services/chat/deliver-messages.ts';
import { queueMessage } from '#shared/services/chat/queue-message.ts';
import { createReply } from '#shared/services/threads/create-reply.ts';
import { createThread } from '#shared/services/threads/create-thread.ts';
import type { SentEvent } from '#shared/services/webhooks/queue-deliveries.ts';
import { getChat } from '#shared/store/chat/chat.ts';
import { type SlackServer, slackChannel, slackToken, startSlackServer } from '#test/support/chat/slack-server.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
let slack: SlackServer;
let ctx: ProjectContext & { chat: ChatPoster };
let threadId: string;

const choice = { format: 'slack', channel: slackChannel, token: slackToken, kinds: eventKinds, active: true } as const;

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
  // What is not answered is given up at once: nothing is as slow as a limit of seconds.
  ctx = { ...member, config, chat: slackPoster({ baseUrl: slack.url, timeoutMilliseconds: 300 }) };
  await replaceChat(ctx, choice);
  const content = 'Is it <the fridge> & @channel?';
  ({ threadId } = await createThread(ctx, {
    ...{ category: 'qubit', title: 'T1 fell', content, contentBlocks: 'null', labels: [], assignees: [] },
    ...{ subjects: [], status: 'open' },
  }));
});

const advance = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
const post = (kind: 'thread_started' | 'reply' | 'thread_status', n = 0): SentEvent => ({
  ...{ projectId: ctx.projectId, kind, at: new Date(Date.parse('2025-03-01T12:00:00.000Z') + n * 1000).toISOString() },
  ...{ id: `event-${kind}-${n}`, concerned: [], targetUrl: `/discussions/${threadId}`, excerpt: `Words ${n}` },
  source: { type: kind === 'reply' ? 'reply' : 'thread', id: postIdOf({ threadId, reply: kind === 'reply' ? n : 0 }) },
  title: `${kind} ${n}`,
});
const queue = async (...events: SentEvent[]) => {
  const chat = await getChat(ctx.db, ctx.projectId);
  for (const event of events) await queueMessage(ctx, event, chat);
};
const titles = () => slack.kept.map(({ text }) => text.split('\n')[0]);
const log = async () => (await listMessages(ctx, {}, { skip: 0, limit: 100 })).records;
/** Looks every minute until nothing is due. */
async function lookOn(looks = 40): Promise<void> {
  for (let n = 0; n < looks; n += 1) {
    await deliverMessages(ctx);
    if ((await log()).every(({ status }) => status !== 'pending')) return;
    advance(60);
  }
}

describe('messages to a chat', () => {
  it('the first post makes a message, and replies and changes of status answer in its thread', async () => {
    await queue(post('thread_status', 3), post('reply', 1), post('thread_started'), post('reply', 2));
    expect(await deliverMessages(ctx)).toEqual({ posted: 4, notPosted: 0, failedPosts: 0 });
    expect(titles()).toEqual(['thread_started 0', 'reply 1', 'reply 2', 'thread_status 3']);
    const [first, ...answers] = slack.kept;
    expect(first?.thread_ts).toBeUndefined();
    expect(answers.map(({ thread_ts }) => thread_ts)).toEqual(Array(3).fill(first?.ts));
    expect(slack.kept.map(({ metadata }) => metadata?.event_payload.id)).toEqual([
      ...[threadId, `${threadId}-1`, `${threadId}-2`, 'event-thread_status-3'],
    ]);
  });

  it('a discussion that began before the channel was chosen gets its first message with what follows', async () => {
    await createReply(ctx, { parentId: threadId, content: 'Yes', contentBlocks: 'null' });
    await queue(post('reply', 1), post('reply', 2));
    await deliverMessages(ctx);
    expect(titles()).toEqual(['alice began discussion #1: T1 fell', 'reply 1', 'reply 2']);
    expect(slack.kept[0]?.text).toBe(
      'alice began discussion #1: T1 fell\n>Is it &lt;the fridge&gt; &amp; @channel?\n' +
        `<https://lab.example.com/discussions/${threadId}|Open in Fiducial>`,
    );
    expect(new Set(slack.kept.slice(1).map(({ thread_ts }) => thread_ts))).toEqual(new Set([slack.kept[0]?.ts]));
  });

  it('events of other things are messages of their own, and kinds that were not chosen none', async () => {
    await replaceChat(ctx, { ...choice, token: undefined, kinds: ['run_failed'] });
    const run = { ...post('thread_started'), kind: 'run_failed' as const, source: { type: 'execution', id: '1' } };
    await queue(run, post('reply', 1));
    await deliverMessages(ctx);
    expect(slack.kept.map(({ thread_ts }) => thread_ts)).toEqual([undefined]);
  });

  it('however often, in whatever order and side by side posts are told of, each is there once', async () => {
    const events = [post('thread_started'), ...Array.from({ length: 8 }, (_, n) => post('reply', n + 1))];
    await queue(...events.toReversed(), ...events);
    await Promise.all([deliverMessages(ctx), deliverMessages(ctx)]);
    await queue(...events);
    await lookOn();
    expect(titles().toSorted()).toEqual(events.map(({ title }) => title).toSorted());
  });

  it('a rate limit is waited out as long as Slack says, and counts as no attempt', async () => {
    slack.behave = () => ({ limit: 90 });
    await queue(post('thread_started'), post('reply', 1));
    expect(await deliverMessages(ctx)).toEqual({ posted: 0, notPosted: 1, failedPosts: 0 });
    expect(slack.calls).toHaveLength(1);
    slack.behave = () => undefined;
    advance(60);
    await deliverMessages(ctx);
    expect(slack.kept).toEqual([]);
    advance(31);
    await lookOn();
    expect(titles()).toEqual(['thread_started 0', 'reply 1']);
    expect((await log()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    // Nothing was unsure, so nothing was looked for.
    expect(slack.calls.filter((method) => method.startsWith('conversations'))).toEqual([]);
  });

  it('what Slack refuses is tried again for a day with the reason in the log, and then given up', async () => {
    slack.behave = () => ({ error: 'not_in_channel' });
    await queue(post('thread_started'), post('reply', 1));
    await deliverMessages(ctx);
    expect((await log()).at(-1)).toMatchObject({
      status: 'pending',
      attempts: 1,
      lastError: 'Slack said: not_in_channel',
    });
    await lookOn(1400);
    expect((await log()).map(({ status }) => status)).toEqual(['dead', 'dead']);
    expect(slack.kept).toEqual([]);
  }, 120_000);

  it.each([
    ['was taken and not answered', { silent: 'after' }],
    ['was taken and answered 503', { broken: true }],
  ] as const)('a post that %s is found, and not doubled', async (_, behaviour) => {
    for (const event of [post('thread_started'), post('reply', 1)]) {
      await queue(event);
      slack.behave = (method) => (method === 'chat.postMessage' ? behaviour : undefined);
      await deliverMessages(ctx);
      slack.behave = () => undefined;
      await lookOn();
    }
    expect(titles()).toEqual(['thread_started 0', 'reply 1']);
    expect(slack.kept[1]?.thread_ts).toBe(slack.kept[0]?.ts);
    expect(slack.calls.filter((method) => method === 'chat.postMessage')).toHaveLength(2);
    expect(slack.calls).toContain('conversations.history');
    expect(slack.calls).toContain('conversations.replies');
  });

  it('a post that was not answered and is not there is sent again', async () => {
    await queue(post('thread_started'));
    slack.behave = () => ({ silent: 'before' });
    await deliverMessages(ctx);
    expect((await log())[0]).toMatchObject({ unsure: true, lastError: 'No answer within 0.3 seconds' });
    slack.behave = () => undefined;
    await lookOn();
    expect(titles()).toEqual(['thread_started 0']);
  });

  it('as long as Slack does not say whether it has a post, it is not sent again; where the bot may not read, it is', async () => {
    await queue(post('thread_started'));
    slack.behave = () => ({ silent: 'after' });
    await deliverMessages(ctx);
    advance(60);
    slack.behave = () => ({ limit: 30 });
    await deliverMessages(ctx);
    expect(slack.calls.filter((method) => method === 'chat.postMessage')).toHaveLength(1);
    advance(3600);
    slack.behave = (method) => (method === 'chat.postMessage' ? undefined : { error: 'missing_scope' });
    await lookOn();
    // What cannot be told: it is there twice.
    expect(titles()).toEqual(['thread_started 0', 'thread_started 0']);
  });

  it('what is on its way to a chat that was deleted is given up unsent, and its token is forgotten', async () => {
    await queue(post('thread_started'));
    await deleteChat(ctx);
    expect(await deliverMessages(ctx)).toEqual({ posted: 0, notPosted: 0, failedPosts: 0 });
    expect(slack.calls).toEqual([]);
    expect([...(await verbs.table()).values()].join()).not.toContain(slackToken);
  });

  it('a test says what came of it, a wrong token as well', async () => {
    expect(await testChat(ctx)).toMatchObject({ posted: expect.any(String) });
    await replaceChat(ctx, { ...choice, token: 'xoxb-wrong' });
    expect(await testChat(ctx)).toEqual({ refused: 'Slack said: invalid_auth' });
  });

  it.each(['before', 'after'] as const)(
    'a post is there once whichever call a look dies %s, since what was taken is found',
    async (when) => {
      let isDead = true;
      for (let call = 1; isDead; call += 1) {
        slack.kept.length = 0;
        verbs.faults.clear();
        await queue({
          ...post('reply', call),
          source: { type: 'execution', id: 'x' },
          id: `own-${call}`,
          kind: 'run_failed',
        });
        verbs.faults.plan(crashAt(call, when));
        isDead = await deliverMessages(ctx).then(
          ({ failedPosts }) => failedPosts > 0,
          (error: unknown) => error instanceof Crash,
        );
        await verbs.faults.idle();
        verbs.faults.clear();
        advance(600);
        await lookOn();
        expect(titles(), `call ${call}`).toEqual([`reply ${call}`]);
      }
    },
  );
});
