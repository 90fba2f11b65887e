import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as deliver } from '#functions/scheduled/deliver.ts';
import { slackPoster } from '#shared/notifications/chat/slack.ts';
import { type SlackServer, slackChannel, slackToken, startSlackServer } from '#test/support/chat/slack-server.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let slack: SlackServer;
let olga: Caller;
let eda: Caller;

beforeAll(async () => {
  [world, slack] = await Promise.all([startWorld(), startSlackServer()]);
  world.stack.runtime.ports.chat = slackPoster({ baseUrl: slack.url });
  olga = await world.register('olga');
  eda = await world.register('eda');
  const params = { project_id: olga.projectId };
  await world.join(olga.api, { params, body: { username: 'eda', role: 'editor' } });
});
afterAll(async () => {
  await world.stop();
  await slack.stop();
});

const choice = { channel: slackChannel, token: slackToken };
const look = async () => {
  await world.stack.settle();
  await world.stack.observe('deliver', deliver);
};

describe('the chat of a project over HTTP', () => {
  it('a project has no chat before its owner chooses one, and the first choice needs a token', async () => {
    expect(await olga.api.getChat()).toEqual({ chat: null });
    const calls = [
      () => olga.api.deleteChat(),
      () => olga.api.testChat(),
      () => olga.api.listChatMessages({ query: {} }),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 404 });
    expect(await refusal(olga.api.replaceChat({ body: { channel: slackChannel } }))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('body.token'),
    });
    for (const body of [
      { ...choice, channel: '#general' },
      { ...choice, token: 'secret' },
      { ...choice, kinds: [] },
    ])
      expect(await refusal(olga.api.replaceChat({ body }))).toMatchObject({ status: 400 });
    expect(await olga.api.getChat()).toEqual({ chat: null });
  });

  it('a discussion, its replies and its end are a thread of the channel, each post once', async () => {
    const { chat } = await olga.api.replaceChat({ body: choice });
    expect(chat).toMatchObject({ format: 'slack', channel: slackChannel, active: true, updated_by: 'olga' });
    expect(JSON.stringify(await olga.api.getChat())).not.toContain(slackToken);
    const as = (by: Caller) => world.client(by.token, olga.projectId);
    const content = 'T1 of qubit 2 fell';
    const { id } = await as(eda).createForumPost({ body: { category: 'qubit', title: 'T1 fell', content } });
    await look();
    world.advance(1);
    await as(olga).createForumPost({ body: { category: 'qubit', content: 'Since Monday', parent_id: id } });
    world.advance(1);
    await as(olga).closeForumPost({ params: { post_id: id }, body: {} });
    await look();
    await look();
    expect(slack.kept.map(({ text }) => text.split('\n').slice(0, 2).join(' '))).toEqual([
      'eda began discussion #1: T1 fell >T1 of qubit 2 fell',
      'olga replied in discussion #1: T1 fell >Since Monday',
      expect.stringMatching(/^olga closed as resolved discussion #1: T1 fell/),
    ]);
    expect(slack.kept.slice(1).map(({ thread_ts }) => thread_ts)).toEqual(Array(2).fill(slack.kept[0]?.ts));
    const { messages, total } = await olga.api.listChatMessages({ query: { status: 'delivered' } });
    expect(messages.map(({ message_id, thread_id }) => [message_id, thread_id])).toEqual([
      [expect.any(String), id],
      [`${id}-1`, id],
      [id, id],
    ]);
    expect(total).toBe(3);
    expect((await olga.api.listChatMessages({ query: { status: 'dead' } })).messages).toEqual([]);
  });

  it('a post that is edited or deleted is so in the channel, and a message that was given up is sent again', async () => {
    slack.kept.length = 0;
    const content = 'Words';
    const { id } = await olga.api.createForumPost({ body: { category: 'qubit', title: 'T2 fell', content } });
    const reply = await olga.api.createForumPost({ body: { category: 'qubit', content: 'Since noon', parent_id: id } });
    await look();
    world.advance(1);
    await olga.api.updateForumPost({ params: { post_id: id }, body: { title: 'T2 rose' } });
    await olga.api.updateForumPost({ params: { post_id: reply.id }, body: { content: 'Since Monday' } });
    await look();
    expect(slack.kept.map(({ text }) => text.split('\n').slice(0, 2).join(' '))).toEqual([
      'olga began discussion #2: T2 rose >Words',
      'olga replied in discussion #2: T2 fell >Since Monday',
    ]);
    world.advance(1);
    await olga.api.deleteForumPost({ params: { post_id: reply.id } });
    await look();
    expect(slack.kept.map(({ metadata }) => metadata?.event_payload.id)).toEqual([id]);
    const { messages } = await olga.api.listChatMessages({ query: { status: 'dead' } });
    expect(messages).toMatchObject([{ message_id: reply.id, last_error: 'The post was deleted' }]);
    const replay = (message = messages[0]) =>
      olga.api.replayChatMessage({ params: { chat_message_id: message?.chat_message_id ?? '' } });
    expect(await refusal(replay())).toMatchObject({
      status: 409,
      detail: expect.stringContaining('has no post any more'),
    });

    const lost = await olga.api.createForumPost({ body: { category: 'qubit', title: 'Lost', content } });
    await world.stack.settle();
    await olga.api.replaceChat({ body: { ...choice, active: false } });
    await look();
    const find = async () =>
      (await olga.api.listChatMessages({ query: {} })).messages.find(({ message_id }) => message_id === lost.id);
    const dead = await find();
    expect(dead).toMatchObject({ status: 'dead', last_error: 'The chat is off, or was deleted' });
    await olga.api.replaceChat({ body: choice });
    expect(await replay(dead)).toMatchObject({ status: 'pending', attempts: 0 });
    await look();
    expect(await find()).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await refusal(replay(dead))).toMatchObject({ status: 409 });
  });

  it('a choice without a token keeps the one that is there, and a test says what came of it', async () => {
    await olga.api.replaceChat({ body: { channel: slackChannel, kinds: ['run_failed'] } });
    expect(await olga.api.testChat()).toEqual({ delivered: true, error: null });
    await olga.api.replaceChat({ body: { ...choice, token: 'xoxb-wrong' } });
    expect(await olga.api.testChat()).toEqual({ delivered: false, error: 'Slack said: invalid_auth' });
    await olga.api.deleteChat();
    expect(await olga.api.getChat()).toEqual({ chat: null });
    expect(await refusal(olga.api.replaceChat({ body: { channel: slackChannel } }))).toMatchObject({ status: 400 });
    const actions = (await olga.api.listProjectAuditEntries({ params: { project_id: olga.projectId }, query: {} }))
      .entries;
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['replace-chat', 'delete-chat']));
    expect(JSON.stringify(actions)).not.toContain('xoxb');
  });
});
