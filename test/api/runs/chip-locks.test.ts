import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  for (const chip_id of ['a', 'b']) await owner.api.createChip({ body: { chip_id, topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'check', chip_id: 'a', code: sampleFlow } });
  await owner.api.saveFlow({
    body: {
      ...{ name: 'by_hand', chip_id: 'a', code: 'def main(run):\n    pass\n', flow_function_name: 'main' },
      default_parameters: { backend: 'fridge' },
    },
  });
});
afterAll(() => world.stop());

const choose = (lock_scope: 'project' | 'chip', by = owner) =>
  by.api.updateProject({ params: { project_id: owner.projectId }, body: { lock_scope } });
const lockStatus = () => owner.api.getExecutionLockStatus();
const hold = (chip_id: string) =>
  owner.api.executeFlow({ params: { name: 'check' }, body: { parameters: { chip_id, pace_seconds: 10 } } });
const queue = (chip_id: string) =>
  owner.api.queueFlow({ params: { name: 'check' }, body: { parameters: { chip_id } } });
const cancel = (flow_run_id: string) => owner.api.cancelExecution({ params: { flow_run_id } });
const expectFree = () => expect.poll(async () => (await lockStatus()).lock, { interval: 250 }).toBe(false);

it("locks are the project's until its owner lets them be per chip, which no one else may", async () => {
  const read = () => owner.api.getProject({ params: { project_id: owner.projectId } });
  expect((await read()).lock_scope).toBe('project');
  expect(await lockStatus()).toEqual({
    lock: false,
    holder: null,
    scope: 'project',
    locks: [],
    revision: expect.any(String),
  });
  const editor = await world.register('editor');
  const params = { project_id: owner.projectId };
  await world.join(owner.api, { params, body: { username: 'editor', role: 'editor' } });
  expect(await refusal(choose('chip', editor))).toMatchObject({ status: 403 });
  const first = await hold('a');
  expect(await refusal(hold('b'))).toMatchObject({ status: 409 });
  expect(await refusal(choose('chip'))).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`'${first.execution_id}' on 'a'`),
  });
  await cancel(first.flow_run_id);
  await expectFree();
  expect((await choose('chip')).lock_scope).toBe('chip');
  expect((await read()).lock_scope).toBe('chip');
  expect((await lockStatus()).scope).toBe('chip');
});

it('two chips run at once, the same chip refuses, and a queued start begins with its chip', async () => {
  const [a, b] = [await hold('a'), await hold('b')];
  const status = await lockStatus();
  expect(status).toMatchObject({ lock: true, scope: 'chip', holder: { execution_id: a.execution_id } });
  expect(status.locks.map(({ chip_id, execution_id }) => [chip_id, execution_id])).toEqual([
    ['a', a.execution_id],
    ['b', b.execution_id],
  ]);
  expect(await refusal(hold('b'))).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`Chip 'b' is busy: run '${b.execution_id}'`),
  });
  const [ofA, ofB] = [await queue('a'), await queue('b')];
  expect([ofA.behind, ofB.behind]).toEqual([a.execution_id, b.execution_id]);
  expect((await owner.api.getRunQueue()).waiting).toMatchObject([
    { chip_id: 'a', position: 1, behind: a.execution_id },
    { chip_id: 'b', position: 2, behind: b.execution_id },
  ]);
  expect(await refusal(choose('project'))).toMatchObject({ status: 409 });
  expect(await refusal(owner.api.forceUnlockExecution({ body: {} }))).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`'${a.execution_id}', '${b.execution_id}'`),
  });
  await cancel(b.flow_run_id);
  const left = async () => (await owner.api.getRunQueue()).settled.map(({ flow_run_id }) => flow_run_id);
  await expect.poll(left, { interval: 250 }).toEqual([ofB.flow_run_id]);
  const forced = await owner.api.forceUnlockExecution({ body: { execution_id: a.execution_id } });
  expect(forced).toMatchObject({
    execution_id: a.execution_id,
    message: expect.stringContaining("the lock of chip 'a' is free"),
  });
  await expect.poll(left, { interval: 250 }).toEqual([ofA.flow_run_id, ofB.flow_run_id]);
  await expectFree();
});

it("whether a flow can start depends on the chip that a start of it takes, its default parameters' before its own", async () => {
  const body = { name: 'on_b', chip_id: 'a', code: sampleFlow, default_parameters: { chip_id: 'b', pace_seconds: 10 } };
  await owner.api.saveFlow({ body });
  const { flow_run_id } = await owner.api.executeFlow({ params: { name: 'on_b' }, body: {} });
  const busy = await refusal(owner.api.executeFlow({ params: { name: 'on_b' }, body: {} }));
  const check = (parameters = {}) => owner.api.checkExecutionAvailability({ body: { flow_name: 'on_b', parameters } });
  expect(await check()).toEqual({ available: false, reason: busy.detail });
  expect(await check({ chip_id: 'a' })).toEqual({ available: true, reason: null });
  await cancel(flow_run_id);
  await expectFree();
});

it('a worker is offered the runs of all chips, one at a time; each has its own', async () => {
  const start = (chip_id: string) =>
    owner.api.executeFlow({ params: { name: 'by_hand' }, body: { parameters: { chip_id } } });
  const runs = [await start('a'), await start('b')];
  const keys = { one: randomUUID(), two: randomUUID() };
  const claim = (worker: keyof typeof keys) =>
    owner.api.claimRun({ body: { worker, backends: ['fridge'], claim_key: keys[worker] } });
  const executionOf = async (worker: keyof typeof keys) => (await claim(worker)).run?.execution_id;
  await expect.poll(() => executionOf('one'), { interval: 250 }).toBe(runs[0]?.execution_id);
  await expect.poll(() => executionOf('two'), { interval: 250 }).toBe(runs[1]?.execution_id);
  expect(await executionOf('one')).toBe(runs[0]?.execution_id);
  for (const worker of ['one', 'two'] as const) {
    const { run } = await claim(worker);
    const params = { flow_run_id: run?.flow_run_id ?? '' };
    const body = { fence: run?.fence ?? 0, claim_key: keys[worker], status: 'completed' as const, message: '' };
    await owner.api.finishRun({ params, body });
  }
  await expectFree();
  expect((await choose('project')).lock_scope).toBe('project');
});
