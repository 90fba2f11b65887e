import { describe, expect, it } from 'vitest';
import { getChat } from '#shared/notifications/store/chat.ts';
import { listMessages, replaceChat } from '#shared/notifications/verbs/chat/chat.ts';
import { chatWork } from '#shared/notifications/verbs/chat/deliver-messages.ts';
import { queueMessage } from '#shared/notifications/verbs/chat/queue-message.ts';
import { Crash, crashAt } from '#test/support/engine/faults.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';
import {
  advance,
  choice,
  ctx,
  deliverEveryMinute,
  endTime,
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
  it.each([
    ['was taken and not answered', { silent: 'after' }],
    ['was taken and answered 503', { broken: true }],
  ] as const)('a post that %s is found, and not doubled', async (_, behaviour) => {
    for (const event of [post('thread_started'), post('reply', 1)]) {
      await queue(event);
      slack.behave = (method) => (method === 'chat.postMessage' ? behaviour : undefined);
      await carryOutDue(chatWork, ctx);
      slack.behave = () => undefined;
      await deliverEveryMinute();
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
    await deliverEveryMinute();
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
    await deliverEveryMinute();
    // What cannot be told: it is there twice.
    expect(titles()).toEqual(['thread_started 0', 'thread_started 0']);
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
        await deliverEveryMinute();
        expect(titles(), `call ${call}`).toEqual([`reply ${call}`]);
      }
    },
  );
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
    await deliverEveryMinute();
    expect((await log())[0]).toMatchObject({ status: 'delivered' });
  });
});
