import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOUND } from '#test/support/runs/simulation.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
});
afterAll(() => world.stop());

const quickRun = (body: Partial<Parameters<typeof owner.api.queueTask>[0]['body']> = {}) =>
  owner.api.queueTask({
    body: { task_name: 'CheckT1', chip_id: 'chip', parameters: { qids: ['0', '2'], shots: 64 }, ...body },
  });
const read = (execution_id: string) => owner.api.getExecution({ params: { execution_id } });
const ended = (execution_id: string) =>
  expect.poll(async () => (await read(execution_id)).status, { interval: 250 }).toBe('completed');

describe('a run of one task', () => {
  it('queueTask runs one task on the chosen targets with the given parameters, recorded as any run', async () => {
    const started = await quickRun({
      parameters: { qids: ['0', '2'], shots: 64, ...SOUND },
    });
    expect(started).toMatchObject({ state: 'started', message: "Task 'CheckT1' execution started successfully" });
    const executionId = started.execution_id ?? '';
    await ended(executionId);
    const run = await read(executionId);
    expect(run).toMatchObject({ flow_name: 'CheckT1', flow_version: 0, runner: 'managed', backend: 'simulator' });
    expect(run.note).toMatchObject({ task_name: 'CheckT1', flow_run_id: started.flow_run_id });
    expect(run.task.map(({ name, qid, status }) => [name, qid, status])).toEqual([
      ['CheckT1', '0', 'completed'],
      ['CheckT1', '2', 'completed'],
    ]);
    const task = await owner.api.getTaskResult({ params: { task_id: run.task[0]?.task_id ?? '' } });
    expect(task.run_parameters.shots).toMatchObject({ value: 64 });
    const qubit = await owner.api.getChipQubit({ params: { chip_id: 'chip', qid: '2' } });
    expect(qubit.data.t1).toMatchObject({ execution_id: executionId });
    expect((await owner.api.listFlows({ query: {} })).flows).toEqual([]);
  });

  it('a run of one task waits in the queue behind another, and is found again under its key', async () => {
    const slow = await quickRun({ parameters: { qids: ['1'], pace_seconds: 10 } });
    const headers = { 'idempotency-key': 'again' };
    const body = { task_name: 'CheckT1', chip_id: 'chip', parameters: { qids: ['3'] } };
    const queued = await owner.api.queueTask({ headers, body });
    expect(queued).toMatchObject({ state: 'queued', behind: slow.execution_id, position: 1 });
    expect((await owner.api.queueTask({ headers, body })).flow_run_id).toBe(queued.flow_run_id);
    expect((await owner.api.getRunQueue({})).waiting).toMatchObject([
      { flow_name: 'CheckT1', task_name: 'CheckT1', parameters: { qids: ['3'] } },
    ]);
    await owner.api.cancelExecution({ params: { flow_run_id: slow.flow_run_id } });
    const last = async () => (await owner.api.getRunQueue({})).last;
    await expect.poll(last, { interval: 250 }).toMatchObject({ flow_run_id: queued.flow_run_id, outcome: 'started' });
    await ended((await last())?.execution_id ?? '');
  });

  it('a run of one task with persist false holds its values, and so does a run that repeats it', async () => {
    const parameters = { qids: ['1'], ...SOUND };
    const { execution_id } = await quickRun({ task_name: 'CheckT2Echo', parameters, persist: false });
    await ended(execution_id ?? '');
    const again = await owner.api.reExecuteFromSnapshot({ params: { execution_id: execution_id ?? '' }, body: {} });
    await ended(again.execution_id);
    expect([(await read(execution_id ?? '')).persist, (await read(again.execution_id)).persist]).toEqual([
      false,
      false,
    ]);
    const { measurements } = await owner.api.listHeldMeasurements({ query: { chip_id: 'chip' } });
    const held = measurements.flatMap(({ qid, values }) => values.map(({ metric, because }) => [qid, metric, because]));
    expect(held).toEqual(Array.from({ length: 2 }, () => ['1', 't2_echo', 'measured_only']));
    const { data } = await owner.api.getChipQubit({ params: { chip_id: 'chip', qid: '1' } });
    expect(data).not.toHaveProperty('t2_echo');
  });

  it('a run of one task is run again with other parameters', async () => {
    const started = await quickRun();
    await ended(started.execution_id ?? '');
    const again = await owner.api.reExecuteFromSnapshot({
      params: { execution_id: started.execution_id ?? '' },
      body: { parameter_overrides: { shots: 128 } },
    });
    await ended(again.execution_id);
    const run = await read(again.execution_id);
    expect(run.note).toMatchObject({ task_name: 'CheckT1', source_execution_id: started.execution_id });
    const task = await owner.api.getTaskResult({ params: { task_id: run.task[0]?.task_id ?? '' } });
    expect(task.run_parameters.shots).toMatchObject({ value: 128 });
  });

  it.each([
    [
      'an unknown task',
      { task_name: 'CheckT11' },
      /has no task 'CheckT11'; did you mean 'CheckT1'\?/,
      'body.task_name',
    ],
    ['no target', { parameters: { shots: 64 } }, /name the targets of 'CheckT1' by 'qids'/, 'body.parameters'],
    ['an unknown qubit', { parameters: { qids: ['99'] } }, /Qubit '99' not found/, 'body.parameters.qids.0'],
    [
      'an unknown parameter',
      { parameters: { qids: ['0'], shoots: 64 } },
      /'shoots'; did you mean 'shots'\?/,
      'body.parameters.shoots',
    ],
    ['a parameter of another type', { parameters: { qids: ['0'], shots: 'many' } }, /shots/, 'body.parameters.shots'],
    ['another chip', { parameters: { qids: ['0'], chip_id: 'other' } }, /leave chip_id out/, 'body.parameters.chip_id'],
    ['an unknown backend', { backend: 'fridge' }, /no worker has announced tasks for backend 'fridge'/, 'body.backend'],
  ])('a run of one task with %s is 400, names it and starts nothing', async (_, body, detail, path) => {
    const before = (await owner.api.listExecutions({ query: {} })).total;
    const { status, detail: told, errors } = await refusal(quickRun(body));
    expect(status).toBe(400);
    expect(told).toMatch(detail);
    expect(errors[0]).toMatchObject({ path });
    expect((await owner.api.listExecutions({ query: {} })).total).toBe(before);
  });

  it('a run of one task on an unknown chip is 400', async () => {
    expect(await refusal(quickRun({ chip_id: 'nowhere' }))).toMatchObject({ status: 400 });
  });
});
