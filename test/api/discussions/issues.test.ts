import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { taskResultRecord } from '#test/support/runs/task-result.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let viewer: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  viewer = await world.register('viewer');
  const body = { username: 'viewer', role: 'viewer' } as const;
  await world.join(owner.api, { params: { project_id: owner.projectId }, body });
  viewer = { ...viewer, api: world.client(viewer.token, owner.projectId) };
});
afterAll(() => world.stop());

/** A task result of its own. */
async function result(taskType: 'qubit' | 'coupling' | 'global' = 'qubit'): Promise<string> {
  counter += 1;
  const qid = { qubit: '3', coupling: '3-4', global: '' }[taskType];
  const task = taskResultRecord({ projectId: owner.projectId, taskId: `task-${counter}`, chipId: 'c', taskType, qid });
  await batchWriteItems(world.stack.runtime.db, [{ put: taskResultEntity.encode(task, 1) }]);
  return task.taskId;
}
const create = (by: Caller, task_id: string, more: object = {}) =>
  by.api.createIssue({ params: { task_id }, body: { title: 'No decay', content: 'flat', ...more } });
const issuesOf = async (query: object = {}) => (await owner.api.listIssues({ query })).issues.map(({ id }) => id);

it('an issue is a thread about its task result, in the category of its target, read by either path', async () => {
  const task_id = await result('coupling');
  const made = await create(viewer, task_id);
  expect(made).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), task_id, user_id: viewer.userId, username: 'viewer' },
    ...{ avatar_key: null, title: 'No decay', content: 'flat', parent_id: null, reply_count: 0 },
    ...{ created_at: made.created_at, updated_at: made.created_at, is_closed: false, is_ai_reply: false },
  });
  expect(await owner.api.getIssue({ params: { issue_id: made.id } })).toEqual(made);
  const post = await owner.api.getForumPost({ params: { post_id: made.id } });
  expect(post).toMatchObject({ category: 'coupling', title: 'No decay', chip_id: 'c', target_id: '3-4' });
  expect(
    (await owner.api.getForumPost({ params: { post_id: (await create(owner, await result('global'))).id } })).category,
  ).toBe('other');
});

it('a thread about a task result is an issue, and one about nothing of the kind is none', async () => {
  const task_id = await result();
  const body = { category: 'system', title: 'A', content: 'b' };
  const about = [{ type: 'task_result' as const, task_id }];
  const thread = await owner.api.createForumPost({ body: { ...body, subjects: about } });
  const other = await owner.api.createForumPost({ body });
  expect(await owner.api.getIssue({ params: { issue_id: thread.id } })).toMatchObject({ task_id, title: 'A' });
  for (const issue_id of [other.id, 'nothing', `${thread.id}-1`])
    expect((await refusal(owner.api.getIssue({ params: { issue_id } }))).status).toBe(404);
  for (const call of [
    owner.api.closeIssue({ params: { issue_id: other.id } }).then(String, (error) => error),
    owner.api.deleteIssue({ params: { issue_id: other.id } }).then(String, (error) => error),
    owner.api.updateIssue({ params: { issue_id: other.id }, body: { content: 'c' } }).then(String, (error) => error),
  ])
    expect(await call).toMatchObject({ status: 404 });
  expect(await issuesOf({ task_id })).toEqual([thread.id]);
  expect(await issuesOf()).not.toContain(other.id);
});

it('replies to an issue are those of the thread, and a reply belongs to its own task result', async () => {
  const task_id = await result();
  const { id } = await create(owner, task_id);
  const reply = await create(viewer, task_id, { title: undefined, parent_id: id, content: 'I see it' });
  expect(reply).toMatchObject({ id: `${id}-1`, parent_id: id, task_id, title: null });
  expect(await owner.api.getIssueReplies({ params: { issue_id: id } })).toEqual([reply]);
  expect(await owner.api.getForumPostReplies({ params: { post_id: id } })).toMatchObject([{ content: 'I see it' }]);
  expect(await owner.api.getTaskResultIssues({ params: { task_id } })).toMatchObject([{ id, reply_count: 1 }]);
  const elsewhere = await result();
  expect(await refusal(create(owner, elsewhere, { parent_id: id }))).toEqual(
    refused(400, `Task result '${elsewhere}' has no issue '${id}'`),
  );
});

it('issues are listed by task result and by whether they are closed, page by page', async () => {
  const task_id = await result();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.unshift((await create(owner, task_id)).id);
  const params = { issue_id: ids[1] ?? '' };
  await owner.api.closeIssue({ params });
  expect(await issuesOf({ task_id })).toEqual([ids[0], ids[2]]);
  expect(await issuesOf({ task_id, is_closed: true })).toEqual([ids[1]]);
  expect(await issuesOf({ task_id, skip: 1, limit: 1 })).toEqual([ids[2]]);
  expect((await owner.api.getTaskResultIssues({ params: { task_id } })).map(({ id }) => id)).toEqual(ids);
  expect(await owner.api.getIssue({ params })).toMatchObject({ is_closed: true });
  expect((await refusal(create(owner, task_id, { parent_id: ids[1] }))).status).toBe(409);
  await owner.api.reopenIssue({ params });
  expect(await issuesOf({ task_id })).toEqual(ids);
});

it('an issue is changed by its author, deleted by them or the owner, and needs a title and a task result', async () => {
  const task_id = await result();
  const { id } = await create(viewer, task_id);
  const change = (by: Caller, issue_id: string, body: { title?: string; content: string }) =>
    by.api.updateIssue({ params: { issue_id }, body });
  expect((await refusal(change(owner, id, { content: 'mine' }))).status).toBe(403);
  expect(await change(viewer, id, { title: 'Flat', content: 'new' })).toMatchObject({ title: 'Flat', content: 'new' });
  const { id: replyId } = await create(viewer, task_id, { parent_id: id, content: 'one' });
  expect(await change(viewer, replyId, { content: 'two' })).toMatchObject({ content: 'two', parent_id: id });
  expect((await refusal(change(viewer, replyId, { title: 'No', content: 'two' }))).status).toBe(400);
  expect((await refusal(create(owner, task_id, { title: undefined }))).status).toBe(400);
  expect((await refusal(create(owner, 'none'))).status).toBe(404);
  expect((await refusal(owner.api.getTaskResultIssues({ params: { task_id: 'none' } }))).status).toBe(404);
  await owner.api.deleteIssue({ params: { issue_id: id } });
  expect(await issuesOf({ task_id })).toEqual([]);
  expect((await refusal(owner.api.deleteIssue({ params: { issue_id: id } }))).status).toBe(404);
});
