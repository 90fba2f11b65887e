import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { auditEntity } from '#shared/projects/store/audit.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let editor: Caller;
let viewer: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

beforeEach(async () => {
  counter += 1;
  [owner, editor, viewer] = (await Promise.all(
    ['owner', 'editor', 'viewer'].map((name) => world.register(`${name}-${counter}`)),
  )) as [Caller, Caller, Caller];
  for (const [{ username }, role] of [
    [editor, 'editor'],
    [viewer, 'viewer'],
  ] as const)
    await world.join(owner.api, { params: { project_id: owner.projectId }, body: { username, role } });
  world.advance(1);
});

const as = (caller: Caller) => world.client(caller.token, owner.projectId);
const thread = { category: 'qubit', title: 'T1 fell', content: 'Since noon' };
const begin = (by: Caller, more: object = {}) => as(by).createForumPost({ body: { ...thread, ...more } });
const reply = (by: Caller, parent_id: string, content = 'I see it too') =>
  as(by).createForumPost({ body: { category: 'qubit', parent_id, content } });
const read = (post_id: string) => owner.api.getForumPost({ params: { post_id } });
const update = (by: Caller, post_id: string, body: object, headers: Record<string, string> = {}) =>
  as(by).updateForumPost({ params: { post_id }, body, headers });
const remove = (by: Caller, post_id: string) => as(by).deleteForumPost({ params: { post_id } });
const replies = (post_id: string, query: object = {}) => owner.api.getForumPostReplies({ params: { post_id }, query });
const revisions = async (post_id: string) =>
  (await owner.api.listForumPostRevisions({ params: { post_id } })).revisions;
const close = (by: Caller, post_id: string, body: object = {}) => as(by).closeForumPost({ params: { post_id }, body });
const reopen = (by: Caller, post_id: string) => as(by).reopenForumPost({ params: { post_id } });

describe('a thread', () => {
  it('a thread that a viewer begins is there with everything that was said, under the next number', async () => {
    const assignees = [editor.username, owner.username];
    const made = await begin(viewer, {
      labels: ['anomaly', 'anomaly', 'fridge'],
      assignees,
      content_blocks: [{ a: 1 }],
    });
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), project_id: owner.projectId, number: 1, category: 'qubit' },
      ...{ user_id: viewer.userId, username: viewer.username, avatar_key: null, title: 'T1 fell' },
      ...{ content: 'Since noon', content_blocks: [{ a: 1 }], parent_id: null, labels: ['anomaly', 'fridge'] },
      ...{ assignee_username: editor.username, assignees, mentions: [], status: 'open', close_reason: null },
      ...{ closed_at: null, closed_by: null, chip_id: null, target_type: null, target_id: null, cooldown_id: null },
      ...{ subjects: [], reply_count: 0, is_deleted: false, is_ai_reply: false, revision_count: 0, edited_at: null },
      ...{ last_activity_at: made.created_at, created_at: made.created_at, updated_at: made.created_at },
      etag: `"${made.created_at}"`,
    });
    expect(await read(made.id)).toEqual(made);
    expect((await begin(owner)).number).toBe(2);
  });

  it('threads that are begun side by side have each their own number', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => begin(owner)));
    expect(made.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('a thread that is begun twice under one key is one', async () => {
    const once = () => owner.api.createForumPost({ body: thread, headers: { 'idempotency-key': 'once' } });
    expect((await once()).id).toBe((await once()).id);
    expect((await owner.api.listForumPosts({})).total).toBe(1);
  });

  it.each([
    ['no title', { title: undefined }, 'A thread needs a title'],
    ['a blank title', { title: ' ' }, 'body.title'],
    ['no text', { content: '' }, 'body.content'],
    ['a text that is too long', { content: 'x'.repeat(8001) }, 'body.content'],
    ['a category that is not there', { category: 'nothing' }, "Category 'nothing' not found"],
    ['an assignee who is not a member', { assignees: ['admin'] }, "User 'admin' is not a member"],
    ['a chip that is not there', { chip_id: 'nowhere' }, "Chip 'nowhere' not found"],
    ['half a target', { target_type: 'qubit' }, "'target_type' and 'target_id'"],
    ['a label with spaces', { labels: ['two words'] }, 'body.labels.0'],
    ['nine subjects', { subjects: Array(9).fill({ type: 'chip', chip_id: 'c' }) }, 'body.subjects'],
  ])('a thread with %s is 400, and there is none', async (_, more, detail) => {
    expect(await refusal(begin(owner, more))).toMatchObject({ status: 400, detail: expect.stringContaining(detail) });
    expect((await owner.api.listForumPosts({ query: { status: 'all' } })).total).toBe(0);
  });

  it('the longest title and text are taken in any script', async () => {
    const made = await begin(owner, { title: '量'.repeat(200), content: '😀'.repeat(8000) });
    expect([...(await read(made.id)).content]).toHaveLength(8000);
  });

  it('a post that is not there is 404, whatever it is called', async () => {
    const { id } = await begin(owner);
    for (const post_id of ['nothing', `${id}-1`, '0'.repeat(32)])
      expect(await refusal(read(post_id))).toEqual(
        refused(404, `Post '${post_id}' not found in project '${owner.projectId}'`),
      );
  });
});

describe('a reply', () => {
  it('replies are in one row, the oldest first, also those to a reply', async () => {
    const { id } = await begin(owner);
    const first = await reply(viewer, id);
    const second = await reply(editor, first.id, 'And so do I');
    expect(first).toMatchObject({ id: `${id}-1`, parent_id: id, number: null, title: null, category: 'qubit' });
    expect(second).toMatchObject({ id: `${id}-2`, parent_id: id });
    expect(await replies(id)).toEqual([first, second]);
    expect(await replies(id, { skip: 1, limit: 1 })).toEqual([second]);
    expect(await replies(first.id)).toEqual([]);
    expect(await read(first.id)).toEqual(first);
    const { reply_count, last_activity_at, updated_at } = await read(id);
    expect([reply_count, last_activity_at > updated_at, last_activity_at]).toEqual([2, true, second.created_at]);
  });

  it('replies that come side by side are all there', async () => {
    const { id } = await begin(owner);
    await Promise.all(Array.from({ length: 5 }, (_, n) => reply(viewer, id, `${n}`)));
    expect((await replies(id)).map(({ content }) => content).sort()).toEqual(['0', '1', '2', '3', '4']);
    expect((await read(id)).reply_count).toBe(5);
  });

  it('a reply to what is not there is 400, and one to a closed thread 409', async () => {
    expect(await refusal(reply(owner, 'nothing'))).toMatchObject({ status: 400 });
    const { id } = await begin(owner);
    await close(owner, id);
    expect(await refusal(reply(owner, id))).toEqual(refused(409, `Thread '${id}' is closed`));
    await reopen(owner, id);
    expect((await reply(owner, id)).status).toBe('open');
  });
});

describe('an edit', () => {
  it('an edit keeps the text that it replaces, of a thread and of a reply', async () => {
    const { id, created_at } = await begin(viewer);
    const edited = await update(viewer, id, { title: 'T1 fell again', content: 'Since ten' });
    expect(edited).toMatchObject({ title: 'T1 fell again', content: 'Since ten', revision_count: 1, status: 'open' });
    expect(edited.edited_at).toBe(edited.updated_at);
    await update(viewer, id, { content: 'Since nine' });
    const content_blocks: object[] = [];
    expect(await revisions(id)).toEqual([
      expect.objectContaining({
        number: 2,
        title: 'T1 fell again',
        content: 'Since ten',
        written_at: edited.edited_at,
      }),
      {
        ...{ number: 1, title: 'T1 fell', content: 'Since noon', content_blocks },
        ...{ written_at: created_at, replaced_at: edited.edited_at },
      },
    ]);
    const { id: replyId } = await reply(editor, id);
    await update(editor, replyId, { content: 'I do not' });
    expect(await revisions(replyId)).toMatchObject([{ number: 1, title: null, content: 'I see it too' }]);
    expect((await read(replyId)).content).toBe('I do not');
  });

  it('an edit that asks for what is there changes nothing, and needs no right', async () => {
    const made = await begin(owner, { labels: ['a'] });
    const { id, title, content, labels, status, category, assignees, subjects } = made;
    expect(await update(viewer, id, { title, content, labels, status, category, assignees, subjects })).toEqual(made);
    expect(await revisions(id)).toEqual([]);
  });

  it('words are changed by their author alone, the rest by assignees and editors too', async () => {
    const { id } = await begin(viewer);
    const { id: replyId } = await reply(viewer, id);
    for (const post_id of [id, replyId])
      expect(await refusal(update(owner, post_id, { content: 'not mine' }))).toMatchObject({ status: 403 });
    expect(await update(editor, id, { labels: ['anomaly'], category: 'system' })).toMatchObject({
      labels: ['anomaly'],
      category: 'system',
      revision_count: 0,
    });
    const { id: another } = await begin(owner);
    const label = () => update(viewer, another, { labels: ['mine'] });
    expect(await refusal(label())).toMatchObject({ status: 403 });
    expect(await refusal(close(viewer, another))).toMatchObject({ status: 403 });
    await update(owner, another, { assignee_username: viewer.username });
    expect(await label()).toMatchObject({ labels: ['mine'] });
    await close(viewer, another);
  });

  it('an edit of what was changed since it was read is 409; a reply changes nothing about it', async () => {
    const { id, etag } = await begin(owner);
    await reply(viewer, id);
    const edited = await update(owner, id, { content: 'one' }, { 'if-match': etag });
    expect(await refusal(update(owner, id, { content: 'two' }, { 'if-match': etag }))).toMatchObject({ status: 409 });
    await update(owner, id, { content: 'two' }, { 'if-match': edited.etag });
    const { id: replyId, etag: tag } = await reply(owner, id);
    await update(owner, replyId, { content: 'one' }, { 'if-match': tag });
    expect(await refusal(update(owner, replyId, { content: 'two' }, { 'if-match': tag }))).toMatchObject({
      status: 409,
    });
  });

  it('a reply has a text alone', async () => {
    const { id } = await begin(owner);
    const { id: replyId } = await reply(owner, id);
    expect(await refusal(update(owner, replyId, { title: 'No' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.title', message: expect.any(String) }],
    });
    for (const call of [close, reopen]) expect(await refusal(call(owner, replyId))).toMatchObject({ status: 404 });
  });

  it('no one is assigned where null is said, and who has left keeps what they have', async () => {
    const { id } = await begin(owner, { assignees: [viewer.username] });
    const of = { project_id: owner.projectId, username: viewer.username };
    await owner.api.removeProjectMember({ params: of });
    expect((await update(owner, id, { labels: ['x'], assignees: [viewer.username] })).assignees).toEqual([
      viewer.username,
    ]);
    expect((await update(owner, id, { assignee_username: null })).assignees).toEqual([]);
  });
});

describe('closing', () => {
  it('closing says who, when and why, and opening again forgets it', async () => {
    const { id } = await begin(viewer);
    expect(await close(editor, id, { reason: 'duplicate' })).toEqual({ message: 'Thread closed' });
    expect(await read(id)).toMatchObject({
      ...{ status: 'resolved', close_reason: 'duplicate', closed_by: editor.username },
      closed_at: expect.stringMatching(/Z$/),
    });
    await close(editor, id, { reason: 'not_planned' });
    expect((await read(id)).close_reason).toBe('not_planned');
    await reopen(viewer, id);
    const opened = { status: 'open', close_reason: null, closed_by: null, closed_at: null };
    expect(await read(id)).toMatchObject(opened);
    await update(viewer, id, { status: 'resolved' });
    expect((await read(id)).close_reason).toBe('resolved');
    await update(viewer, id, { status: 'investigating' });
    expect(await read(id)).toMatchObject({ ...opened, status: 'investigating' });
    await reopen(viewer, id);
    expect((await read(id)).status).toBe('investigating');
  });
});

describe('deleting', () => {
  /** What the table has of a thread but for what people were told, which a consumer writes at any moment (rule NOTIFY-13). */
  const rowsOf = async (id: string) =>
    (await world.scan()).split('\n').filter((line) => line.includes(id) && !line.includes('["pk","USER#'));
  const audits = async () =>
    (await queryAll(world.stack.runtime.db, projectKeys.audits(owner.projectId)))
      .map((item) => auditEntity.decode(item))
      .filter(({ action }) => action.startsWith('delete-'))
      .map(({ action, actor, resource }) => [action, actor, resource]);

  it('a thread goes with its replies and all earlier texts, and the audit says who did it', async () => {
    const { id } = await begin(viewer, { content: 'a secret' });
    await update(viewer, id, { content: 'none' });
    const { id: replyId } = await reply(editor, id);
    await update(editor, replyId, { content: 'edited' });
    expect(await refusal(remove(editor, id))).toMatchObject({ status: 403 });
    await remove(viewer, id);
    for (const post_id of [id, replyId]) expect(await refusal(read(post_id))).toMatchObject({ status: 404 });
    expect(await refusal(replies(id))).toMatchObject({ status: 404 });
    expect(await refusal(remove(viewer, id))).toMatchObject({ status: 404 });
    expect(await rowsOf(id)).toEqual([expect.stringContaining('delete-thread')]);
    expect(await audits()).toEqual([['delete-thread', viewer.username, `post:${id}`]]);
    expect((await begin(owner)).number).toBe(2);
  });

  it("a reply goes with its earlier texts, and the project's owner deletes anybody's", async () => {
    const { id } = await begin(viewer);
    const first = await reply(viewer, id, 'one');
    await update(viewer, first.id, { content: 'two' });
    expect(await refusal(remove(editor, first.id))).toMatchObject({ status: 403 });
    await remove(owner, first.id);
    expect(await refusal(revisions(first.id))).toMatchObject({ status: 404 });
    expect((await rowsOf(first.id)).filter((line) => !line.includes('delete-reply'))).toEqual([]);
    expect((await read(id)).reply_count).toBe(0);
    expect((await reply(viewer, id)).id).toBe(`${id}-2`);
    expect(await audits()).toEqual([['delete-reply', owner.username, `post:${first.id}`]]);
  });
});

describe('mentions', () => {
  it('a text mentions the members that it names, once each, outside of code', async () => {
    const content = `@${viewer.username} and @${editor.username}さん, not \`@${owner.username}\`, @stranger or @${viewer.username}`;
    const made = await begin(owner, { content });
    expect(made.mentions).toEqual([viewer.username, editor.username]);
    expect((await update(owner, made.id, { content: `@${owner.username}` })).mentions).toEqual([owner.username]);
    expect((await reply(viewer, made.id, `@${editor.username}`)).mentions).toEqual([editor.username]);
  });
});

describe('categories', () => {
  const list = async (include_archived = false) =>
    (await viewer.api.listForumCategories({ query: { include_archived } })).categories;
  beforeEach(() => {
    viewer = { ...viewer, api: as(viewer) };
  });

  it('a project begins with five categories, which its owner adds to, changes and archives', async () => {
    expect((await list()).map(({ key }) => key)).toEqual(['qubit', 'coupling', 'control', 'system', 'other']);
    const made = await owner.api.createForumCategory({ body: { name: 'Cryo & wiring', color: 'info' } });
    expect(made).toEqual({
      ...{ id: 'cryo-wiring', key: 'cryo-wiring', project_id: owner.projectId, name: 'Cryo & wiring' },
      ...{ description: '', color: 'info', icon: 'message-square', sort_order: 60, is_archived: false },
    });
    const params = { category_key: 'cryo-wiring' };
    expect(await owner.api.updateForumCategory({ params, body: { sort_order: 5 } })).toMatchObject({ sort_order: 5 });
    expect((await list())[0]?.key).toBe('cryo-wiring');
    const { id } = await begin(owner, { category: 'cryo-wiring' });
    await owner.api.deleteForumCategory({ params });
    expect((await list()).map(({ key }) => key)).not.toContain('cryo-wiring');
    expect((await list(true)).find(({ key }) => key === 'cryo-wiring')).toMatchObject({ is_archived: true });
    expect((await read(id)).category).toBe('cryo-wiring');
    expect(await refusal(begin(owner, { category: 'cryo-wiring' }))).toMatchObject({ status: 400 });
    await update(owner, id, { category: 'cryo-wiring', labels: ['kept'] });
    await owner.api.updateForumCategory({ params, body: { is_archived: false } });
    await begin(owner, { category: 'cryo-wiring' });
  });

  it('a key that is taken, a name of which none follows, and the last category are refused', async () => {
    expect(await refusal(owner.api.createForumCategory({ body: { name: 'Qubit' } }))).toMatchObject({ status: 409 });
    expect(await refusal(owner.api.createForumCategory({ body: { name: '量子' } }))).toMatchObject({ status: 400 });
    expect((await owner.api.createForumCategory({ body: { name: '量子', key: 'quantum' } })).key).toBe('quantum');
    const keys = (await list()).map(({ key }) => key);
    const archive = (category_key: string) => owner.api.deleteForumCategory({ params: { category_key } });
    for (const key of keys.slice(1)) await archive(key);
    expect(await refusal(archive(keys[0] ?? ''))).toMatchObject({ status: 409 });
    expect(await refusal(archive('nothing'))).toMatchObject({ status: 404 });
    for (const by of [viewer, editor])
      expect(await refusal(as(by).createForumCategory({ body: { name: 'Mine' } }))).toMatchObject({ status: 403 });
  });
});
