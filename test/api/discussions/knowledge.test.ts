import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { seedWholeRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let viewer: Caller;
let taskId = '';
let figurePath = '';
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  viewer = await world.register('viewer');
  const { projectId, username } = owner;
  await world.join(owner.api, {
    params: { project_id: projectId },
    body: { username: 'viewer', role: 'viewer' },
  });
  viewer = { ...viewer, api: world.client(viewer.token, projectId) };
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  ({ taskId, figurePath } = await seedWholeRun(world.stack.runtime, { projectId, chipId: 'c', username }));
});
afterAll(() => world.stop());

async function issue(...replies: string[]): Promise<string> {
  const params = { task_id: taskId };
  const body = { title: 'No decay', content: 'flat ![trace](/files/a.png)' };
  const { id } = await owner.api.createIssue({ params, body });
  for (const content of replies) await owner.api.createIssue({ params, body: { content, parent_id: id } });
  return id;
}
const extract = (issue_id: string, by = owner) => by.api.extractIssueKnowledge({ params: { issue_id } });
const of = (knowledge_id: string) => ({ params: { knowledge_id } });

it('a draft has what its issue says: the text, the last reply, the figures of the task and the pictures of all posts', async () => {
  const id = await issue('warm? ![b](https://example.org/b.png)', 'The attenuator was loose');
  await owner.api.closeIssue({ params: { issue_id: id } });
  const draft = await extract(id);
  expect(draft).toMatchObject({
    ...{ id, issue_id: id, task_id: taskId, task_name: 'CheckT1', chip_id: 'c', qid: '0', status: 'draft' },
    ...{
      title: 'No decay',
      severity: 'warning',
      symptom: 'flat ![trace](/files/a.png)',
      resolution_status: 'resolved',
    },
    ...{ resolution: 'The attenuator was loose', root_cause: '', lesson_learned: [], figure_paths: [figurePath] },
    ...{ thread_image_urls: ['/files/a.png', 'https://example.org/b.png'], reviewed_by: null, pr_url: null },
  });
  expect(draft.date).toBe(draft.created_at.slice(0, 10));
  expect(await owner.api.getIssueKnowledge(of(id))).toEqual(draft);
  expect((await refusal(extract(id))).status).toBe(409);
  await owner.api.deleteIssue({ params: { issue_id: id } });
  expect(await owner.api.getIssueKnowledge(of(id))).toEqual(draft);
});

it('a draft is changed field by field until it is judged, and not afterwards', async () => {
  const id = await issue();
  const draft = await extract(id);
  expect(draft).toMatchObject({ resolution: '', resolution_status: 'open' });
  const body = {
    root_cause: 'a loose attenuator',
    lesson_learned: ['tighten it'],
    severity: 'info' as const,
    title: null,
  };
  const { updated_at } = await owner.api.updateIssueKnowledge({ ...of(id), body });
  expect(updated_at > draft.updated_at).toBe(true);
  const approved = await owner.api.approveIssueKnowledge(of(id));
  expect(approved).toMatchObject({
    ...{ title: 'No decay', root_cause: 'a loose attenuator', lesson_learned: ['tighten it'], severity: 'info' },
    ...{ status: 'approved', reviewed_by: 'owner', reviewed_by_user_id: owner.userId },
  });
  expect(await owner.api.approveIssueKnowledge(of(id))).toEqual(approved);
  expect((await refusal(owner.api.rejectIssueKnowledge(of(id)))).status).toBe(409);
  expect((await refusal(owner.api.updateIssueKnowledge({ ...of(id), body }))).status).toBe(409);
});

it('cases are found by the words in their texts, in any case and order', async () => {
  const id = await issue('Replaced the ATTENUATOR of line 4');
  await extract(id);
  await owner.api.updateIssueKnowledge({ ...of(id), body: { lesson_learned: ['Check the torque first'] } });
  const found = async (q: string) => (await owner.api.listIssueKnowledge({ query: { q } })).items.map((one) => one.id);
  expect(await found('torque attenuator')).toEqual([id]);
  expect(await found('attenuator torque microwave')).toEqual([]);
  await owner.api.deleteIssueKnowledge(of(id));
  expect(await found('torque')).toEqual([]);
});

it('cases are listed by status and task, the newest first, and deleted', async () => {
  const before = (await owner.api.listIssueKnowledge({})).items.map(({ id }) => id);
  const ids = [await issue(), await issue()];
  for (const id of ids) await extract(id);
  await owner.api.rejectIssueKnowledge(of(ids[0] ?? ''));
  const list = async (query: object = {}) => (await owner.api.listIssueKnowledge({ query })).items.map(({ id }) => id);
  expect(await list()).toEqual([...ids.toReversed(), ...before]);
  expect(await list({ status: 'rejected' })).toEqual([ids[0]]);
  expect(await list({ task_name: 'CheckT1', limit: 1 })).toEqual([ids[1]]);
  expect(await list({ task_name: 'CheckT2' })).toEqual([]);
  await owner.api.deleteIssueKnowledge(of(ids[1] ?? ''));
  expect((await refusal(owner.api.getIssueKnowledge(of(ids[1] ?? '')))).status).toBe(404);
  // What was deleted can be drafted anew.
  await extract(ids[1] ?? '');
});

it('a viewer neither reads nor writes cases, a case needs an issue, and a field has its bound', async () => {
  const id = await issue('a reply');
  expect((await refusal(extract(id, viewer))).status).toBe(403);
  expect((await refusal(viewer.api.listIssueKnowledge({}))).status).toBe(403);
  const post = await owner.api.createForumPost({ body: { category: 'other', title: 'no task', content: 'x' } });
  for (const none of [post.id, `${id}-1`, 'none']) expect((await refusal(extract(none))).status).toBe(404);
  await extract(id);
  const body = { symptom: 'x'.repeat(5001) };
  expect((await refusal(owner.api.updateIssueKnowledge({ ...of(id), body }))).status).toBe(400);
});
