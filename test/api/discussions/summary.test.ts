import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf, threadRowEntity } from '#shared/discussions/store/thread-rows.ts';
import { getThread } from '#shared/discussions/store/threads.ts';
import { batchWriteItems, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { threadKeys } from '#shared/kernel/store/keys.ts';
import { refusal } from '../support/refusal.ts';
import { seedWholeRun } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  for (const chip_id of ['c', 'd', 'full']) await owner.api.createChip({ body: { chip_id, topology_id: 'linear-3' } });
});
afterAll(() => world.stop());

const qubit = (target_id: string, chip_id = 'c') => ({ type: 'qubit', chip_id, target_id }) as const;
const begin = (title: string, subjects: readonly object[]) =>
  owner.api.createForumPost({ body: { category: 'qubit', title, content: 'text', subjects: subjects as never } });
const summary = (chip_id: string) => owner.api.getChipDiscussionsSummary({ params: { chip_id } });
const newest = ({ id, number, title }: { id: string; number: number | null; title: string | null }) => ({
  ...{ id, number, title },
});

it('a chip says which targets open threads are about, by task results and metrics too, each with its newest and its number', async () => {
  expect(await summary('c')).toEqual({ chip_id: 'c', total: 0, qubits: [], couplings: [] });
  const { projectId, username } = owner;
  const { taskId } = await seedWholeRun(world.stack.runtime, { projectId, chipId: 'c', username }, '2');
  const old = await begin('old', [qubit('0'), { type: 'coupling', chip_id: 'c', target_id: '1-0' }]);
  const closed = await begin('closed', [qubit('1')]);
  await owner.api.closeForumPost({ params: { post_id: closed.id }, body: {} });
  const measured = await begin('measured', [{ type: 'task_result', task_id: taskId }, qubit('2')]);
  const metric = { type: 'metric', chip_id: 'c', metric_key: 't1', target_type: 'qubit', target_id: '0' };
  const both = await begin('both', [metric, qubit('0'), qubit('1', 'd')]);
  await begin('whole chip', [{ type: 'chip', chip_id: 'c' }]);
  expect(await summary('c')).toEqual({
    ...{ chip_id: 'c', total: 4 },
    qubits: [
      { target_id: '0', threads: 2, newest: newest(both) },
      { target_id: '2', threads: 1, newest: newest(measured) },
    ],
    couplings: [{ target_id: '0-1', threads: 1, newest: newest(old) }],
  });
  expect((await summary('d')).qubits).toEqual([{ target_id: '1', threads: 1, newest: newest(both) }]);

  await owner.api.updateForumPost({ params: { post_id: both.id }, body: { title: 'renamed' } });
  await owner.api.deleteForumPost({ params: { post_id: old.id } });
  const after = await summary('c');
  expect([after.total, after.couplings]).toEqual([3, []]);
  expect(after.qubits[0]).toEqual({ target_id: '0', threads: 1, newest: { ...newest(both), title: 'renamed' } });
  await owner.api.reopenForumPost({ params: { post_id: closed.id } });
  expect((await summary('c')).qubits).toContainEqual({ target_id: '1', threads: 1, newest: newest(closed) });
});

it('a thread whose rows were written before they had titles is named by its own', async () => {
  const { db } = world.stack.runtime;
  const { id, number, project_id } = await begin('of before', [qubit('2', 'd')]);
  const key = threadKeys.row(project_id, { kind: 'chip', chipId: 'd' }, number ?? 0);
  const item = await getItem(db, key);
  if (!item) throw new Error('the thread has a row');
  const { title: _title, ...bare } = item;
  await batchWriteItems(db, [{ put: { ...bare, v: 1 } }]);
  expect((await summary('d')).qubits).toContainEqual({
    ...{ target_id: '2', threads: 1, newest: { id, number, title: 'of before' } },
  });
});

it('of a chip with more threads than are looked at the newest are told, and no total', async () => {
  const { db } = world.stack.runtime;
  const { id, project_id } = await begin('largest', [qubit('0', 'full')]);
  const thread = await getThread(db, project_id, id);
  if (!thread) throw new Error('the thread is there');
  const labels = Array.from({ length: 10 }, (_, n) => `${n}${'量'.repeat(30)}`);
  const rows = (number: number) =>
    rowsOf({ ...thread, number, title: '😀'.repeat(200), labels }).filter(({ place }) => place?.kind === 'chip');
  const numbers = Array.from({ length: 1300 }, (_, n) => thread.number + n + 1);
  await batchWriteItems(
    db,
    numbers.flatMap(rows).map((row) => ({ put: threadRowEntity.encode(row, 1) })),
  );
  const told = await summary('full');
  expect([told.total, told.qubits.map(({ newest: { number } }) => number)]).toEqual([null, [numbers.at(-1)]]);
  expect(told.qubits[0]?.threads).toBeLessThan(1300);
  expect(told.qubits[0]?.threads).toBeGreaterThan(900);
});

it('the discussions of a chip that is not there are 404, and those of another project its own', async () => {
  const stranger = await world.register('stranger');
  const params = { chip_id: 'c' };
  for (const [caller, chip_id] of [
    [owner, 'none'],
    [stranger, 'c'],
  ] as const)
    expect(await refusal(caller.api.getChipDiscussionsSummary({ params: { chip_id } }))).toMatchObject({
      status: 404,
      detail: expect.stringContaining(`Chip '${chip_id}' not found`),
    });
  await stranger.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  expect((await stranger.api.getChipDiscussionsSummary({ params })).total).toBe(0);
});
