import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

interface Asked {
  flow?: boolean | undefined;
  start?: boolean | undefined;
  result?: boolean | undefined;
}

/** A current T1 of 40 us, and a second run that measures 41 us with the requested persistence. */
async function measuredTwice(value_gate: 'off' | 'warn' | 'hold', { flow, start, result }: Asked) {
  counter += 1;
  const { api, projectId } = await world.register(`owner-${counter}`);
  await api.updateProject({ params: { project_id: projectId }, body: { value_gate } });
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const run = async (value: number, asked: Asked) => {
    const source = { chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' as const };
    await api.saveFlow({
      body: { ...source, name: 'lab', ...(asked.flow === undefined ? {} : { persist: asked.flow }) },
    });
    const body = asked.start === undefined ? {} : { persist: asked.start };
    const { flow_run_id, execution_id } = await api.executeFlow({ params: { name: 'lab' }, body });
    const claim = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID() };
    await expect.poll(async () => (await api.claimRun({ body: claim })).run).not.toBeNull();
    const claimed = (await api.claimRun({ body: claim })).run;
    const fence = claimed?.fence ?? 0;
    const at = world.now().toISOString();
    const task = {
      task: 'CheckT1',
      task_type: 'qubit',
      qid: '0',
      status: 'completed',
      start_at: at,
      end_at: at,
    } as const;
    const persist = asked.result === undefined ? {} : { persist: asked.result };
    const results = [{ ...task, ...persist, output_parameters: { t1: { value, unit: 'us' } } }];
    const answer = await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
    await api.finishRun({ params: { flow_run_id }, body: { fence, status: 'completed' } });
    await expect.poll(async () => (await api.getExecutionLockStatus()).lock).toBe(false);
    world.advance(60);
    return { persist: claimed?.persist, execution_id, state: answer.results[0]?.values.t1?.state };
  };
  await run(40, {});
  const second = await run(41, { flow, start, result });
  const current = async () => (await api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0']?.data.t1?.value;
  const decide = async (decision: 'accept' | 'reject') => {
    const [held] = (await api.listHeldMeasurements({ query: { chip_id: 'chip' } })).measurements;
    return api.decideHeldValues({
      body: { chip_id: 'chip', decision, values: [{ id: held?.id ?? '', metric: 't1' }] },
    });
  };
  return { api, second, current, decide, run };
}

it.each([
  ['the start', { start: false }],
  ['the flow', { flow: false }],
  ['the result', { result: false }],
  ['the result, over a start that would persist', { start: true, result: false }],
] as const)('a value is measured and not accepted where %s says persist false', async (_, asked) => {
  const { api, second, current } = await measuredTwice('off', asked);
  expect(second.state).toBe('held');
  expect(await current()).toBe(40);
  const [newest] = (await api.getQubitMetricHistory({ params: { chip_id: 'chip', qid: '0' }, query: { metric: 't1' } }))
    .history;
  expect(newest).toMatchObject({ value: 41, gate: { state: 'held', because: 'measured_only' } });
});

it('a managed run holds the values of a stage with persist false, and only those, also when it is run again', async () => {
  counter += 1;
  const { api } = await world.register(`owner-${counter}`);
  await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const stage = (name: string, task: string, more = '') => `  - {name: ${name}, tasks: [${task}]${more}}`;
  const tried = stage('tried', 'CheckT1', ', persist: false');
  const settings = 'parameters: {failure_rate: 0, bad_target_rate: 0}\ntargets: {qubits: [0]}';
  const code = `${settings}\nstages:\n${stage('kept', 'CheckT2Echo')}\n${tried}\n`;
  await api.saveFlow({ body: { name: 'check', chip_id: 'chip', code } });
  const ended = async (execution_id: string) => {
    const read = () => api.getExecution({ params: { execution_id } });
    await expect.poll(async () => (await read()).status).toBe('completed');
    return (await read()).task;
  };
  const tasks = await ended((await api.executeFlow({ params: { name: 'check' }, body: {} })).execution_id);
  const values = async () =>
    Object.keys((await api.getChip({ params: { chip_id: 'chip' } })).qubits?.['0']?.data ?? {});
  expect(await values()).toEqual(['t2_echo']);
  const held = async () => (await api.listHeldMeasurements({ query: { chip_id: 'chip' } })).measurements;
  expect((await held()).map((one) => one.values.map(({ metric }) => metric))).toEqual([['t1']]);
  const task_id = tasks.find(({ name }) => name === 'CheckT1')?.task_id ?? '';
  await ended((await api.reExecuteTaskResult({ params: { task_id }, body: {} })).execution_id);
  expect(await values()).toEqual(['t2_echo']);
});

it('a start that persists overrules its flow, and both are told', async () => {
  const { api, second, current } = await measuredTwice('off', { flow: false, start: true });
  expect([second.state, second.persist, await current()]).toEqual(['current', true, 41]);
  const { persist } = await api.getExecution({ params: { execution_id: second.execution_id } });
  expect([persist, (await api.getFlow({ params: { name: 'lab' } })).persist]).toEqual([true, false]);
});

it('what was measured and not accepted becomes current when an editor accepts it', async () => {
  const { current, decide } = await measuredTwice('off', { start: false });
  expect(await decide('accept')).toMatchObject({ decided: 1 });
  expect(await current()).toBe(41);
});

it('what was measured and not accepted never becomes current once an editor rejects it', async () => {
  const { current, decide } = await measuredTwice('off', { start: false });
  expect(await decide('reject')).toMatchObject({ decided: 1 });
  expect(await current()).toBe(40);
});

it('the next measurement that agrees accepts nothing that was measured with persist false', async () => {
  const { api, current, run } = await measuredTwice('hold', { start: false });
  expect((await run(41, {})).state).toBe('current');
  expect(await current()).toBe(41);
  const { history } = await api.getQubitMetricHistory({
    params: { chip_id: 'chip', qid: '0' },
    query: { metric: 't1' },
  });
  expect(history.map(({ gate }) => gate?.state ?? null)).toEqual([null, 'held', null]);
});

it('a value that cannot be is refused and not held, so that no one can accept it', async () => {
  const { run, current } = await measuredTwice('hold', { start: false });
  expect((await run(-3, { start: false })).state).toBe('refused');
  expect(await current()).toBe(40);
});

it('a save that does not name persist keeps what the flow has, and one that names it changes it', async () => {
  const { api } = await measuredTwice('off', { flow: false });
  const save = async (code: string, body: { persist?: boolean | null }) => {
    await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code, runner: 'worker', ...body } });
    return (await api.getFlow({ params: { name: 'lab' } })).persist;
  };
  expect(await save('def lab(): pass  # 2', {})).toBe(false);
  expect(await save('def lab(): pass  # 3', { persist: null })).toBe(false);
  expect(await save('def lab(): pass  # 4', { persist: true })).toBe(true);
  expect(await save('def lab(): pass  # 5', {})).toBe(true);
  expect(await save('def lab(): pass  # 5', { persist: false })).toBe(false);
});

it('a flow that is saved after its deletion begins anew, and persists', async () => {
  const { api } = await measuredTwice('off', { flow: false });
  await api.deleteFlow({ params: { name: 'lab' } });
  await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  expect((await api.getFlow({ params: { name: 'lab' } })).persist).toBe(true);
});

it.each([
  ['the flow as it is now', { from_snapshot_version: false }, false],
  ['the version of that time', { from_snapshot_version: true }, true],
] as const)('a run of before is run again with the persist of %s', async (_, body, persists) => {
  const { api, second } = await measuredTwice('off', {});
  await api.saveFlow({
    body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker', persist: false },
  });
  const { execution_id } = await api.reExecuteFromSnapshot({ params: { execution_id: second.execution_id }, body });
  expect((await api.getExecution({ params: { execution_id } })).persist).toBe(persists);
});
