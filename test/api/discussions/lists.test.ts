import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { seedWholeRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let editor: Caller;
let taskId = '';
let executionId = '';
const numbers: Record<string, number> = {};

const subjects = {
  chip: [{ type: 'chip', chip_id: 'c' }],
  qubit: [{ type: 'qubit', chip_id: 'c', target_id: '1' }],
  coupling: [{ type: 'coupling', chip_id: 'c', target_id: '1-0' }],
  metric: [{ type: 'metric', chip_id: 'c', metric_key: 't1', target_type: 'qubit', target_id: '1' }],
  chipMetric: [{ type: 'metric', chip_id: 'd', metric_key: 't1' }],
  cooldown: [
    { type: 'cooldown', cooldown_id: 'cd-1' },
    { type: 'chip', chip_id: 'd' },
  ],
} as const;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  editor = await world.register('editor');
  const member = { username: 'editor', role: 'editor' } as const;
  await world.join(owner.api, { params: { project_id: owner.projectId }, body: member });
  for (const chip_id of ['c', 'd']) await owner.api.createChip({ body: { chip_id, topology_id: 'linear-3' } });
  await owner.api.createCryostat({ body: { cryo_id: 'A' } });
  const times = { started_at: '2025-01-01T00:00:00Z', ended_at: '2025-02-01T00:00:00Z' };
  await owner.api.createCooldown({ body: { cooldown_id: 'cd-1', cryo_id: 'A', ...times } });
  const { projectId, username } = owner;
  const run = await seedWholeRun(world.stack.runtime, { projectId, chipId: 'c', username }, '2');
  taskId = run.taskId;
  executionId = (await owner.api.getTaskResult({ params: { task_id: taskId } })).execution_id;
  const asked = {
    ...subjects,
    task: [{ type: 'task_result', task_id: taskId }],
    run: [{ type: 'execution', execution_id: executionId }],
  } as const;
  for (const [name, about] of Object.entries(asked))
    numbers[name] = (await begin(name, { subjects: [...about] })).number ?? 0;
  const other = await begin('closed', { category: 'system', labels: ['fridge'] });
  numbers.closed = other.number ?? 0;
  await owner.api.closeForumPost({ params: { post_id: other.id }, body: {} });
  const mine = { category: 'control', labels: ['fridge', 'noise'], assignees: ['owner'], status: 'investigating' };
  numbers.editors = (await begin('editors', mine, world.client(editor.token, projectId))).number ?? 0;
});
afterAll(() => world.stop());

const begin = (title: string, more: object, api = owner.api) =>
  api.createForumPost({ body: { category: 'qubit', title, content: 'text', ...more } });
/** The titles that a query finds. */
const find = async (query: object) => (await owner.api.listForumPosts({ query })).posts.map(({ title }) => title);

describe('what a thread is about', () => {
  it('a thread about a task result names what that belongs to', async () => {
    const [post] = (await owner.api.listForumPosts({ query: { number: numbers.task ?? 0 } })).posts;
    const of = { chip_id: 'c', target_type: 'qubit', target_id: '2' };
    expect(post).toMatchObject({ title: 'task', ...of, cooldown_id: null });
    expect(post?.subjects).toEqual([
      {
        type: 'task_result',
        ...of,
        metric_key: null,
        task_id: taskId,
        task_name: 'CheckT1',
        ...{ execution_id: executionId, cooldown_id: null },
      },
    ]);
  });

  it.each<[string, object, string[]]>([
    ['the chip', { chip_id: 'c' }, ['run', 'task', 'metric', 'coupling', 'qubit', 'chip']],
    ['another chip', { chip_id: 'd' }, ['cooldown', 'chipMetric']],
    ['a chip that is not there', { chip_id: 'nowhere' }, []],
    ['a qubit', { chip_id: 'c', target_type: 'qubit', target_id: '1' }, ['metric', 'qubit']],
    ['the qubit of the task', { chip_id: 'c', target_type: 'qubit', target_id: '2' }, ['task']],
    ['a coupling', { chip_id: 'c', target_type: 'coupling', target_id: '0-1' }, ['coupling']],
    ['a coupling the other way round', { chip_id: 'c', target_type: 'coupling', target_id: '1-0' }, ['coupling']],
    ['a kind of target', { target_type: 'coupling' }, ['coupling']],
    ['a target on any chip', { target_id: '1' }, ['metric', 'qubit']],
    ['a metric', { metric_key: 't1' }, ['chipMetric', 'metric']],
    ['a metric of a chip', { metric_key: 't1', chip_id: 'c' }, ['metric']],
    ['a cool-down', { cooldown_id: 'cd-1' }, ['cooldown']],
    ['a cool-down and a chip', { cooldown_id: 'cd-1', chip_id: 'd' }, ['cooldown']],
    ['a cool-down and a chip that it is not about', { cooldown_id: 'cd-1', chip_id: 'c' }, []],
  ])('threads are found by %s, the newest first', async (_, query, titles) => {
    expect(await find(query)).toEqual(titles);
  });

  it('threads are found by a task result and by its run', async () => {
    expect(await find({ task_id: taskId })).toEqual(['task']);
    expect(await find({ execution_id: executionId })).toEqual(['run', 'task']);
    expect(await find({ execution_id: executionId, target_id: '2' })).toEqual(['task']);
  });

  it('what an edit takes out or adds is found so at once', async () => {
    const { id, subjects: before } = await begin('moved', { subjects: subjects.qubit });
    expect(before).toHaveLength(1);
    const params = { post_id: id };
    await owner.api.updateForumPost({ params, body: { subjects: [{ type: 'qubit', chip_id: 'd', target_id: '0' }] } });
    expect(await find({ chip_id: 'c', target_type: 'qubit', target_id: '1' })).toEqual(['metric', 'qubit']);
    expect(await find({ chip_id: 'd', target_type: 'qubit', target_id: '0' })).toEqual(['moved']);
    await owner.api.deleteForumPost({ params });
    expect(await find({ chip_id: 'd', target_type: 'qubit', target_id: '0' })).toEqual([]);
  });

  it("QDash's fields name one target and a cool-down, and setting them leaves what they cannot name", async () => {
    const about = { chip_id: 'c', target_type: 'qubit', target_id: '0', cooldown_id: 'cd-1' } as const;
    const task = { type: 'task_result', task_id: taskId } as const;
    const { id, ...made } = await begin('named', { ...about, subjects: [task] });
    expect(made.subjects.map(({ type }) => type)).toEqual(['task_result', 'qubit', 'cooldown']);
    const params = { post_id: id };
    const moved = await owner.api.updateForumPost({ params, body: { ...about, target_id: '1' } });
    expect(moved.subjects.map(({ type, target_id }) => [type, target_id])).toEqual([
      ['task_result', '2'],
      ['qubit', '1'],
      ['cooldown', null],
    ]);
    const cleared = await owner.api.updateForumPost({ params, body: { chip_id: null } });
    expect(cleared.subjects.map(({ type }) => type)).toEqual(['task_result']);
    await owner.api.deleteForumPost({ params });
  });

  it('a thread stays with what it is about when that is deleted, and can still be edited', async () => {
    await owner.api.createChip({ body: { chip_id: 'gone', topology_id: 'linear-3' } });
    const { id } = await begin('outlives', { subjects: [{ type: 'chip', chip_id: 'gone' }] });
    await owner.api.deleteChip({ params: { chip_id: 'gone' }, query: { force: true } });
    expect(await find({ chip_id: 'gone' })).toEqual(['outlives']);
    const params = { post_id: id };
    const kept = [{ type: 'chip' as const, chip_id: 'gone' }];
    await owner.api.updateForumPost({ params, body: { subjects: kept, labels: ['x'] } });
    expect(await refusal(begin('refused', { subjects: kept }))).toMatchObject({ status: 400 });
    await owner.api.deleteForumPost({ params });
  });

  it.each([
    ['a qubit', { type: 'qubit', chip_id: 'c', target_id: '9' }, "Qubit '9' of chip 'c'"],
    ['a coupling', { type: 'coupling', chip_id: 'c', target_id: '0-9' }, "Coupling '0-9' of chip 'c'"],
    ['a task result', { type: 'task_result', task_id: 'none' }, "Task result 'none'"],
    ['a run', { type: 'execution', execution_id: '20250101-999' }, "Run '20250101-999'"],
    ['a cool-down', { type: 'cooldown', cooldown_id: 'none' }, "Cool-down 'none'"],
    ['half a target', { type: 'metric', chip_id: 'c', metric_key: 't1', target_id: '0' }, "'target_type'"],
  ])('a thread about %s that is not there is 400', async (_, subject, detail) => {
    const answer = await refusal(begin('refused', { subjects: [subject] }));
    expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining(detail) });
  });
});

describe('how a list is narrowed', () => {
  const aboutSomething = ['run', 'task', 'cooldown', 'chipMetric', 'metric', 'coupling', 'qubit', 'chip'];
  it.each<[string, object, string[]]>([
    ['nothing: those that are open', {}, aboutSomething],
    ['a status', { status: 'investigating' }, ['editors']],
    ['closed ones', { status: 'resolved' }, ['closed']],
    ['those that are not closed', { status: 'unresolved' }, ['editors', ...aboutSomething]],
    ['all', { status: 'all' }, ['editors', 'closed', ...aboutSomething]],
    ['a category', { status: 'all', category: 'system' }, ['closed']],
    ['a label', { status: 'all', label: 'fridge' }, ['editors', 'closed']],
    ['an author', { status: 'all', author: 'editor' }, ['editors']],
    ['an assignee', { status: 'all', assignee: 'owner' }, ['editors']],
    ['a category that has none', { status: 'all', category: 'nothing' }, []],
  ])('threads are listed by %s', async (_, query, titles) => {
    expect(await find(query)).toEqual(titles);
  });

  it('a thread is found by its number whatever else it is, under the status that is asked for', async () => {
    expect(await find({ number: numbers.closed ?? 0 })).toEqual([]);
    expect(await find({ number: numbers.closed ?? 0, status: 'all' })).toEqual(['closed']);
    expect(await find({ number: 9999, status: 'all' })).toEqual([]);
  });

  it('pages by skip and by cursor have each thread once, and the total', async () => {
    const all = await find({ status: 'all' });
    const paged: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.api.listForumPosts({ query: { status: 'all', limit: 3, cursor } });
      paged.push(...page.posts.map(({ title }) => title));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
    const { posts, ...page } = await owner.api.listForumPosts({ query: { status: 'all', skip: 4, limit: 2 } });
    expect(posts.map(({ title }) => title)).toEqual(all.slice(4, 6));
    expect(page).toMatchObject({ total: all.length, skip: 4, limit: 2 });
    expect((await owner.api.listForumPosts({})).limit).toBe(50);
  });

  it.each([{ limit: 201 }, { skip: -1 }, { status: 'shut' }, { number: 0 }, { cursor: 'x' }, { nobody: 'x' }])(
    'a list with %j is 400',
    async (query) => {
      expect(await refusal(owner.api.listForumPosts({ query: query as object }))).toMatchObject({ status: 400 });
    },
  );
});
