import { describe, expect, it } from 'vitest';
import { postIdOf } from '#shared/discussions/rules/post-id.ts';
import { getThread } from '#shared/discussions/store/threads.ts';
import { createReply } from '#shared/discussions/verbs/create-reply.ts';
import { deletePost } from '#shared/discussions/verbs/delete-post.ts';
import { updateReply } from '#shared/discussions/verbs/edit-reply.ts';
import { updateThread } from '#shared/discussions/verbs/edit-thread.ts';
import { getChat, type MessageRecord } from '#shared/notifications/store/chat.ts';
import { chatMessageIdOf, replayMessage } from '#shared/notifications/verbs/chat/chat.ts';
import { chatWork } from '#shared/notifications/verbs/chat/deliver-messages.ts';
import { followPost } from '#shared/notifications/verbs/chat/follow-post.ts';
import type { SentEvent } from '#shared/notifications/verbs/webhooks/queue-deliveries.ts';
import { carryOutDue } from '#test/support/work/carry-out-due.ts';
import { ctx, deliverEveryMinute, deliverUntilDone, log, onChat, post, queue, slack, threadId } from './scene.ts';

onChat();

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
    await deliverEveryMinute();
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
    await deliverEveryMinute();
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
    await deliverEveryMinute();
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
    await deliverEveryMinute();
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
    await deliverEveryMinute();
    expect(slack.kept).toEqual([]);
    expect(slack.calls.filter((method) => method === 'chat.postMessage')).toHaveLength(1);
  });

  it('an edit that Slack refuses is tried again, and its message can be sent again when it was given up', async () => {
    await queue(await started());
    await carryOutDue(chatWork, ctx);
    await updateThread(ctx, threadId, { title: 'T1 rose' });
    await tell();
    slack.behave = (method) => (method === 'chat.update' ? { error: 'edit_window_closed' } : undefined);
    await deliverUntilDone();
    const [dead] = await log();
    expect(dead).toMatchObject({ status: 'dead', lastError: 'Slack said: edit_window_closed' });
    slack.behave = () => undefined;
    expect(await replayMessage(ctx, chatMessageIdOf(dead as MessageRecord))).toMatchObject({ status: 'pending' });
    await deliverEveryMinute();
    expect(standing()[0]).toContain('alice began discussion #1: T1 rose');
    expect(slack.kept).toHaveLength(1);
  });
});
