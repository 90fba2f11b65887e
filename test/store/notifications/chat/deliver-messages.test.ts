import { describe, expect, it } from 'vitest';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import type { MessageRecord } from '#shared/notifications/store/chat.ts';
import {
  chatMessageIdOf,
  deleteChat,
  replaceChat,
  replayMessage,
  testChat,
} from '#shared/notifications/verbs/chat/chat.ts';
import { chatWork } from '#shared/notifications/verbs/chat/deliver-messages.ts';
import { slackToken } from '#test/support/chat/slack-server.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';
import {
  advance,
  choice,
  ctx,
  deliverEveryMinute,
  deliverUntilDone,
  log,
  onChat,
  post,
  queue,
  slack,
  threadId,
  titles,
  verbs,
} from './scene.ts';

onChat();

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
    await deliverEveryMinute();
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
    await deliverEveryMinute();
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
    await deliverUntilDone();
    expect((await log()).map(({ status }) => status)).toEqual(['dead', 'dead']);
    expect(slack.kept).toEqual([]);
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
});

describe('a message that is sent again', () => {
  it('a message that was given up is sent again with as many attempts as at first, and the answers after it', async () => {
    slack.behave = () => ({ error: 'not_in_channel' });
    await queue(post('thread_started'), post('reply', 1));
    await deliverUntilDone();
    expect((await log()).map(({ status }) => status)).toEqual(['dead', 'dead']);
    slack.behave = () => undefined;
    for (const message of (await log()).toReversed()) await replayMessage(ctx, chatMessageIdOf(message));
    await deliverEveryMinute();
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
