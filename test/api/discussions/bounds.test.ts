import { afterAll, beforeAll, expect, it } from 'vitest';
import { threadBounds } from '#shared/discussions/rules/bounds.ts';
import { getReply, getThread, replyEntity, threadEntity } from '#shared/discussions/store/threads.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
});
afterAll(() => world.stop());

/** The longest text, in signs of four bytes, and blocks that fill theirs. */
const content = '😀'.repeat(threadBounds.contentLength);
const content_blocks = [{ text: 'x'.repeat(32_000) }];
const labels = Array.from({ length: threadBounds.labels }, (_, n) => `${'l'.repeat(30)}-${n}`);
const body = { category: 'qubit', title: '量'.repeat(threadBounds.titleLength), content, content_blocks, labels };

it('a page of the largest threads is an answer at the usual limit, and a larger one says how to ask for less', async () => {
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-16' } });
  const subjects = Array.from({ length: threadBounds.subjects }, (_, n) => ({
    ...{ type: 'qubit' as const, chip_id: 'c', target_id: String(n) },
  }));
  for (let n = 0; n < 100; n += 1) await owner.api.createForumPost({ body: { ...body, subjects } });
  const plain = { token: owner.token, project: owner.projectId, headers: { 'accept-encoding': 'identity' } };
  const page = await world.raw('GET', '/forum/posts', plain);
  expect([page.status, (page.body.posts as unknown[]).length]).toEqual([200, 50]);
  expect((await owner.api.listForumPosts({})).posts).toHaveLength(50);
  const whole = await world.raw('GET', '/forum/posts?limit=200', plain);
  expect(whole).toMatchObject({ status: 400, body: { detail: expect.stringContaining("'limit'") } });
});

it('a thread has at most so many replies, of which each page is an answer', async () => {
  const { db } = world.stack.runtime;
  const { id, project_id } = await owner.api.createForumPost({ body });
  const { id: firstId } = await owner.api.createForumPost({ body: { ...body, parent_id: id } });
  const stored = await getThread(db, project_id, id);
  if (!stored) throw new Error('the thread is there');
  const { rev, ...thread } = stored;
  const first = await getReply(db, project_id, id, 1);
  if (!first) throw new Error('the reply is there');
  const { rev: _rev, ...written } = first;
  const rest = Array.from({ length: threadBounds.replies - 2 }, (_, n) => n + 2);
  // Only the first hundred replies are the largest; all are under `.ci/run --all`.
  const short = { ...written, content: 'short', contentBlocks: '[]' };
  await batchWriteItems(
    db,
    rest.map((number) => ({
      put: replyEntity.encode({ ...(isEveryCase || number <= 101 ? written : short), reply: number }, 1),
    })),
  );
  const counted = { ...thread, replyCount: threadBounds.replies - 1, lastReply: threadBounds.replies - 1 };
  await batchWriteItems(db, [{ put: threadEntity.encode(counted, rev + 1) }]);
  const last = await owner.api.createForumPost({ body: { ...body, parent_id: firstId } });
  expect(last.id).toBe(`${id}-${threadBounds.replies}`);
  expect(await refusal(owner.api.createForumPost({ body: { ...body, parent_id: id } }))).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`${threadBounds.replies} replies`),
  });
  let read = 0;
  for (let skip = 0; ; ) {
    const page = await owner.api.getForumPostReplies({ params: { post_id: id }, query: { skip, limit: 100 } });
    if (page.length === 0) break;
    read += page.length;
    skip += page.length;
  }
  expect(read).toBe(threadBounds.replies);
});

it('of the texts that edits replaced the last are kept, and each page of them is an answer', async () => {
  const { id } = await owner.api.createForumPost({ body });
  const params = { post_id: id };
  for (let n = 0; n < threadBounds.revisions + 3; n += 1)
    await owner.api.updateForumPost({ params, body: { content: `${n}${content.slice(4)}` } });
  const { revisions, total } = await owner.api.listForumPostRevisions({ params, query: { limit: 100 } });
  expect([revisions.length, total]).toEqual([threadBounds.revisions, threadBounds.revisions]);
  expect(revisions.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, n) => 53 - n));
  await owner.api.deleteForumPost({ params });
  expect((await world.scan()).split('\n').filter((line) => line.includes(`${id}#`))).toEqual([]);
});

it('a page of the largest issues is an answer, and so are their replies', async () => {
  const { db } = world.stack.runtime;
  const task = taskResultRecord({ projectId: owner.projectId, taskId: 'full', chipId: 'c' });
  await batchWriteItems(db, [{ put: taskResultEntity.encode(task, 1) }]);
  const params = { task_id: 'full' };
  const issue = { title: 'x'.repeat(threadBounds.titleLength), content };
  let last = '';
  for (let n = 0; n < 60; n += 1) last = (await owner.api.createIssue({ params, body: issue })).id;
  for (let n = 0; n < 60; n += 1) await owner.api.createIssue({ params, body: { content, parent_id: last } });
  expect((await owner.api.listIssues({})).issues).toHaveLength(50);
  expect(await owner.api.getTaskResultIssues({ params })).toHaveLength(60);
  expect(await owner.api.getIssueReplies({ params: { issue_id: last } })).toHaveLength(60);
  const { issues } = await owner.api.listIssues({ query: { limit: 50 } });
  const text = '😀'.repeat(5000);
  const texts = { symptom: text, root_cause: text, resolution: text, applicability: text, counterexample: text };
  for (const { id } of issues) {
    await owner.api.extractIssueKnowledge({ params: { issue_id: id } });
    await owner.api.updateIssueKnowledge({ params: { knowledge_id: id }, body: texts });
  }
  expect((await owner.api.listIssueKnowledge({})).items).toHaveLength(50);
});

it('a project has at most so many categories', async () => {
  for (let n = 5; n < threadBounds.categories; n += 1)
    await owner.api.createForumCategory({ body: { name: 'x'.repeat(80), key: `key-${n}` } });
  const more = owner.api.createForumCategory({ body: { name: 'one more' } });
  expect(await refusal(more)).toMatchObject({ status: 409, detail: expect.stringContaining('50 categories') });
  expect((await owner.api.listForumCategories({})).total).toBe(threadBounds.categories);
});
