import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import { getThread } from '#shared/discussions/store/threads.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { createThread } from '#shared/discussions/verbs/create-thread.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { ChatPoster } from '#shared/notifications/chat/port.ts';
import { slackPoster } from '#shared/notifications/chat/slack.ts';
import { eventKinds } from '#shared/notifications/rules/kinds.ts';
import { getChat, type MessageRecord } from '#shared/notifications/store/chat.ts';
import {
  chatMessageIdOf,
  deleteChat,
  listMessages,
  replaceChat,
  replayMessage,
  testChat,
} from '#shared/notifications/verbs/chat/chat.ts';
import { chatWork } from '#shared/notifications/verbs/chat/deliver-messages.ts';
import { followPost } from '#shared/notifications/verbs/chat/follow-post.ts';
import { queueMessage } from '#shared/notifications/verbs/chat/queue-message.ts';
import type { SentEvent } from '#shared/notifications/verbs/webhooks/queue-deliveries.ts';
import { type SlackServer, slackChannel, slackToken, startSlackServer } from '#test/support/chat/slack-server.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';

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

/** The times of requests, none of which ends by itself. */
const open = new Set<AbortController>();
const deadline = () => {
  const time = new AbortController();
  open.add(time);
  return time.signal;
};
const endTime = () => {
  for (const time of open) time.abort(new DOMException('The time is over', 'TimeoutError'));
  open.clear();
};
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
/** Delivers every minute until nothing is due. */
async function lookOn(looks = 40): Promise<void> {
  for (let n = 0; n < looks; n += 1) {
    await carryOutDue(chatWork, ctx);
    if ((await log()).every(({ status }) => status !== 'pending')) return;
    advance(60);
  }
}

/** Looks whenever something is due, until nothing waits. */
async function lookToTheEnd(): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    await carryOutDue(chatWork, ctx);
    const due = (await log()).flatMap(({ nextAt = [] }) => nextAt).toSorted();
    if (due[0] === undefined) return;
    if (due[0] > verbs.now.toISOString()) verbs.now = new Date(due[0]);
  }
}

describe('messages to a chat', () => {
  it('the first post makes a message, and replies and changes of status answer in its thread', async () => {
    await queue(post('thread_status', 3), post('reply', 1), post('thread_started'), post('reply', 2));
    expect(await carryOutDue(chatWork, ctx)).toEqual({ posted: 4, notPosted: 0, failedPosts: 0 });
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
    await carryOutDue(chatWork, ctx);
    expect(titles()).toEqual(['alice began discussion #1: T1 fell', 'reply 1', 'reply 2']);
    expect(slack.kept[0]?.text).toBe(
      'alice began discussion #1: T1 fell\n>Is it &lt;the fridge&gt; &amp; @channel?\n' +
        `<https://lab.example.com/p/${ctx.projectId}/discussions/${threadId}|Open in Fiducial>`,
    );
    expect(new Set(slack.kept.slice(1).map(({ thread_ts }) => thread_ts))).toEqual(new Set([slack.kept[0]?.ts]));
  });

  it('events of other things are messages of their own, and kinds that were not chosen none', async () => {
    await replaceChat(ctx, { ...choice, token: undefined, kinds: ['run_failed'] });
    const run = { ...post('thread_started'), kind: 'run_failed' as const, source: { type: 'execution', id: '1' } };
    await queue(run, post('reply', 1));
    await carryOutDue(chatWork, ctx);
    expect(slack.kept.map(({ thread_ts }) => thread_ts)).toEqual([undefined]);
  });

  it('however often, in any order and side by side posts are told of, each is there once', async () => {
    const events = [post('thread_started'), ...Array.from({ length: 8 }, (_, n) => post('reply', n + 1))];
    await queue(...events.toReversed(), ...events);
    await Promise.all([carryOutDue(chatWork, ctx), carryOutDue(chatWork, ctx)]);
    await queue(...events);
    await lookOn();
    expect(titles().toSorted()).toEqual(events.map(({ title }) => title).toSorted());
  });

  it('a rate limit is waited out as long as Slack says, and counts as no attempt', async () => {
    slack.behave = () => ({ limit: 90 });
    await queue(post('thread_started'), post('reply', 1));
    expect(await carryOutDue(chatWork, ctx)).toEqual({ posted: 0, notPosted: 1, failedPosts: 0 });
    expect(slack.calls).toHaveLength(1);
    slack.behave = () => undefined;
    advance(60);
    await carryOutDue(chatWork, ctx);
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
    await carryOutDue(chatWork, ctx);
    expect((await log()).at(-1)).toMatchObject({
      status: 'pending',
      attempts: 1,
      lastError: 'Slack said: not_in_channel',
    });
    await lookToTheEnd();
    expect((await log()).map(({ status }) => status)).toEqual(['dead', 'dead']);
    expect(slack.kept).toEqual([]);
  });

  it.each([
    ['was taken and not answered', { silent: 'after' }],
    ['was taken and answered 503', { broken: true }],
  ] as const)('a post that %s is found, and not doubled', async (_, behaviour) => {
    for (const event of [post('thread_started'), post('reply', 1)]) {
      await queue(event);
      slack.behave = (method) => (method === 'chat.postMessage' ? behaviour : undefined);
      await carryOutDue(chatWork, ctx);
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
    await carryOutDue(chatWork, ctx);
    expect((await log())[0]).toMatchObject({ unsure: true, lastError: 'No answer within 10 seconds' });
    slack.behave = () => undefined;
    await lookOn();
    expect(titles()).toEqual(['thread_started 0']);
  });

  it('as long as Slack does not say whether it has a post, it is not sent again; where the bot may not read, it is', async () => {
    await queue(post('thread_started'));
    slack.behave = () => ({ silent: 'after' });
    await carryOutDue(chatWork, ctx);
    advance(60);
    slack.behave = () => ({ limit: 30 });
    await carryOutDue(chatWork, ctx);
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
    expect(await carryOutDue(chatWork, ctx)).toEqual({ posted: 0, notPosted: 0, failedPosts: 0 });
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
        isDead = await carryOutDue(chatWork, ctx).then(
          ({ failedPosts = 0 }) => failedPosts > 0,
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

describe('what follows its post', () => {
  const standing = () => slack.kept.map(({ text }) => text.split('\n').slice(0, 2).join(' '));
  const started = async (): Promise<SentEvent> => {
    const thread = await getThread(ctx.db, ctx.projectId, threadId);
    return { ...post('thread_started'), at: thread?.createdAt ?? '' };
  };
  const replied = async (n: number): Promise<SentEvent> => {
    const reply = await createReply(ctx, { parentId: threadId, content: `Words ${n}`, contentBlocks: 'null' });
    return { ...post('reply', n), at: reply.reply.createdAt };
  };
  /** What the stream tells of a post, at once or later, once or repeatedly. */
  const tell = async (reply = 0) => {
    const at = (await log()).find(({ messageId }) => messageId === postIdOf({ threadId, reply }))?.at ?? '';
    const { projectId } = ctx;
    await followPost(ctx, { projectId, threadId, reply, createdAt: at }, await getChat(ctx.db, projectId));
  };
  const replyId = (n: number) => postIdOf({ threadId, reply: n });

  it('an edit of a post changes its message, and is found by its id afterwards', async () => {
    await queue(await started(), await replied(1));
    await carryOutDue(chatWork, ctx);
    await updateReply(ctx, replyId(1), { content: 'Other words' });
    await tell(1);
    await tell(1);
    await lookOn();
    expect(standing()[1]).toBe('reply 1 >Other words');
    expect(slack.kept[1]?.metadata?.event_payload.id).toBe(replyId(1));
    await tell(1);
    expect((await log()).every(({ status }) => status === 'delivered')).toBe(true);
    expect(slack.calls.filter((method) => method === 'chat.update')).toHaveLength(1);
  });

  it('an edit before a message is sent is what it says from the start', async () => {
    await queue(await started(), await replied(1));
    await updateReply(ctx, replyId(1), { content: 'Better words' });
    await tell(1);
    await carryOutDue(chatWork, ctx);
    expect(standing()[1]).toBe('reply 1 >Better words');
    expect(slack.calls).not.toContain('chat.update');
  });

  it('an edit while it is not known whether a post was taken changes what is found, and posts no second', async () => {
    await queue(await started());
    await carryOutDue(chatWork, ctx);
    await queue(await replied(1));
    slack.behave = (method) => (method === 'chat.postMessage' ? { silent: 'after' } : undefined);
    await carryOutDue(chatWork, ctx);
    slack.behave = () => undefined;
    await updateReply(ctx, replyId(1), { content: 'Later words' });
    await tell(1);
    await lookOn();
    expect(standing()).toEqual([expect.any(String), 'reply 1 >Later words']);
    expect(slack.calls.filter((method) => method === 'chat.postMessage')).toHaveLength(2);
  });

  it('a deleted reply is taken from the chat, however often that is told and answered', async () => {
    await queue(await started(), await replied(1), await replied(2));
    await carryOutDue(chatWork, ctx);
    await deletePost(ctx, replyId(1));
    await tell(1);
    slack.behave = (method) => (method === 'chat.delete' ? { silent: 'after' } : undefined);
    await carryOutDue(chatWork, ctx);
    slack.behave = () => undefined;
    await tell(1);
    await lookOn();
    expect(standing().map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual(['thread_started 0', 'reply 2']);
    const [deleted] = (await log()).filter(({ messageId }) => messageId === replyId(1));
    expect(deleted).toMatchObject({ status: 'dead', lastError: 'The post was deleted' });
    await expect(replayMessage(ctx, chatMessageIdOf(deleted as MessageRecord))).rejects.toThrow('has no post any more');
  });

  it('a post that is deleted before it is sent is never sent, and no answer of its discussion is', async () => {
    await queue(await started(), await replied(1));
    await deletePost(ctx, threadId);
    await tell();
    await tell(1);
    await lookOn();
    expect(slack.calls).toEqual([]);
    expect((await log()).map(({ status }) => status)).toEqual(['dead', 'dead']);
  });

  it('a deletion while it is not known whether a post was taken removes what is found', async () => {
    await queue(await started());
    slack.behave = () => ({ silent: 'after' });
    await carryOutDue(chatWork, ctx);
    slack.behave = () => undefined;
    await deletePost(ctx, threadId);
    await tell();
    await lookOn();
    expect(slack.kept).toEqual([]);
    expect(slack.calls.filter((method) => method === 'chat.postMessage')).toHaveLength(1);
  });

  it('an edit that Slack refuses is tried again, and its message can be sent again when it was given up', async () => {
    await queue(await started());
    await carryOutDue(chatWork, ctx);
    await updateThread(ctx, threadId, { title: 'T1 rose' });
    await tell();
    slack.behave = (method) => (method === 'chat.update' ? { error: 'edit_window_closed' } : undefined);
    await lookToTheEnd();
    const [dead] = await log();
    expect(dead).toMatchObject({ status: 'dead', lastError: 'Slack said: edit_window_closed' });
    slack.behave = () => undefined;
    expect(await replayMessage(ctx, chatMessageIdOf(dead as MessageRecord))).toMatchObject({ status: 'pending' });
    await lookOn();
    expect(standing()[0]).toContain('alice began discussion #1: T1 rose');
    expect(slack.kept).toHaveLength(1);
  });
});

describe('a message that is sent again', () => {
  it('a message that was given up is sent again with as many attempts as at first, and the answers after it', async () => {
    slack.behave = () => ({ error: 'not_in_channel' });
    await queue(post('thread_started'), post('reply', 1));
    await lookToTheEnd();
    expect((await log()).map(({ status }) => status)).toEqual(['dead', 'dead']);
    slack.behave = () => undefined;
    for (const message of (await log()).toReversed()) await replayMessage(ctx, chatMessageIdOf(message));
    await lookOn();
    expect(titles()).toEqual(['thread_started 0', 'reply 1']);
    expect((await log()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  it('a message that is in the chat, or that no one has, is not sent again', async () => {
    await queue(post('thread_started'));
    await carryOutDue(chatWork, ctx);
    const [message] = await log();
    await expect(replayMessage(ctx, chatMessageIdOf(message as MessageRecord))).rejects.toThrow('is in the chat');
    for (const id of ['x', `1-${'0'.repeat(32)}`, `999999999999999-${'0'.repeat(32)}`])
      await expect(replayMessage(ctx, id)).rejects.toThrow(`Chat message '${id}' not found`);
  });
});

describe('a provider that is silent', () => {
  it('a provider that accepts the connection and never answers is given up at its time, tried again, and holds up no one else', async () => {
    const other = { ...(await verbs.member('bob')), chat: ctx.chat };
    await replaceChat(other, choice);
    await queue(post('thread_started'));
    const run = { ...post('thread_started'), projectId: other.projectId, kind: 'run_failed' as const };
    await queueMessage(
      other,
      { ...run, id: 'of-bob', source: { type: 'execution', id: '1' } },
      await getChat(ctx.db, other.projectId),
    );
    const isOfAlice = (body: { text?: string; metadata?: { event_payload: { id: string } } }) =>
      body.metadata?.event_payload.id === threadId;
    slack.behave = (_method, body) => (isOfAlice(body) ? { silent: 'before' } : undefined);
    // As if the limit were never over: the other's is delivered all the same.
    slack.whenSilent = () => {};
    const look = carryOutDue(chatWork, ctx);
    const ofOther = async () => (await listMessages(other, {}, { skip: 0, limit: 1 })).records[0]?.status;
    await expect.poll(ofOther).toBe('delivered');
    expect((await log())[0]).toMatchObject({ status: 'pending', attempts: 1, unsure: true });
    endTime();
    expect(await look).toEqual({ posted: 1, notPosted: 1, failedPosts: 0 });
    expect(slack.kept.map(({ metadata }) => metadata?.event_payload.id)).toEqual(['of-bob']);
    expect((await log())[0]).toMatchObject({
      status: 'pending',
      attempts: 1,
      unsure: true,
      lastError: 'No answer within 10 seconds',
    });
    slack.behave = () => undefined;
    await lookOn();
    expect((await log())[0]).toMatchObject({ status: 'delivered' });
  });
});
