import { describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/api/client.ts';
import type { Registry } from '#shared/api/registry.ts';
import { getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { workerKeys } from '#shared/kernel/store/keys.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { daysAfter } from '#shared/values/store/days-after.ts';
import { getAnnouncements } from '#shared/workers/store/announcements.ts';
import { announce } from '#shared/workers/verbs/announce.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { refusal } from '../support/refusal.ts';
import { claimAs, ctx, onWorkerRuns, owner, world } from './scene.ts';

onWorkerRuns();

type Announcement = CallInput<Registry['announceWorker']>['body'];
const form = {
  type: 'object',
  properties: { shots: { type: 'integer', minimum: 1, default: 1024 }, min_t1: { type: 'number', unit: 'us' } },
};
const task = {
  name: 'CheckT1',
  task_type: 'qubit' as const,
  description: 'Lifetime',
  form: { properties: { shots: { type: 'integer' } } },
  outputs: { t1: { unit: 'us' } },
  needs: ['qubit_frequency'],
};
const announceAs = (given: Partial<Announcement> = {}) =>
  owner.api.announceWorker({
    body: { worker: 'fridge-2', backends: ['lab'], tasks: [task], flows: [{ name: 'morning', form }], ...given },
  });
const parameters = { backend: 'lab' };
const save = () =>
  owner.api.saveFlow({
    body: {
      ...{ name: 'morning', chip_id: 'chip', code: 'def morning(): pass', runner: 'worker' as const },
      default_parameters: parameters,
    },
  });
const execute = (given: Record<string, unknown>) =>
  owner.api.executeFlow({ params: { name: 'morning' }, body: { parameters: given } });
const tasks = async (backend?: string) => (await owner.api.listTasks({ query: { ...(backend && { backend }) } })).tasks;

describe('what a worker announces', () => {
  test('an announcement is answered with its size, shows the worker, and replaces the one before', async () => {
    expect(await announceAs()).toEqual({ worker: 'fridge-2', tasks: 1, flows: 1 });
    expect((await owner.api.listWorkers({})).workers).toMatchObject([{ worker: 'fridge-2', backends: ['lab'] }]);
    await announceAs({ tasks: [{ ...task, name: 'CheckRamsey' }], flows: [] });
    expect((await tasks()).map(({ name }) => name)).toEqual(['CheckRamsey']);
    await save();
    await execute({ anything: 1 });
  });

  test('listTasks has the tasks that can be run by themselves, with title and form, of each backend the latest', async () => {
    const titled = { ...task, form: { ...task.form, title: 'Lifetime of a qubit' } };
    await announceAs({ worker: 'fridge-1', backends: ['lab', 'spare'], tasks: [task, { ...task, name: 'Only here' }] });
    world.advance(1);
    await announceAs({ tasks: [titled] });
    const { announced } = await owner.api.listTasks();
    expect(announced.map(({ name, title, worker, backends }) => [name, title, worker, backends])).toEqual([
      ['CheckT1', 'Lifetime of a qubit', 'fridge-2', ['lab']],
      ['CheckT1', 'CheckT1', 'fridge-1', ['spare']],
      ['Only here', 'Only here', 'fridge-1', ['lab', 'spare']],
    ]);
    expect(announced[0]).toMatchObject({
      task_type: 'qubit',
      outputs: ['t1'],
      needs: ['qubit_frequency'],
      form: titled.form,
    });
    const ofSpare = (await owner.api.listTasks({ query: { backend: 'spare' } })).announced;
    expect(ofSpare.map(({ name, backends }) => [name, backends])).toEqual([
      ['CheckT1', ['spare']],
      ['Only here', ['spare']],
    ]);
  });

  test('listTasks shows an announced task with what it measures and starts from', async () => {
    await announceAs({ tasks: [task, { ...task, name: 'Readout', task_type: 'mux' }] });
    expect(await tasks('lab')).toMatchObject([
      {
        ...{ name: 'CheckT1', backend: 'lab', task_type: 'qubit', is_mux_task: false, description: 'Lifetime' },
        output_parameters: { t1: { unit: 'us', value: null } },
        input_parameters: { qubit_frequency: { unit: 'GHz' } },
      },
      { name: 'Readout', task_type: 'qubit', is_mux_task: true },
    ]);
    expect(await tasks('other')).toEqual([]);
  });

  test('an announcement is forgotten after 30 days', async () => {
    await announceAs();
    const item = await getItem(ctx.db, workerKeys.announcement(ctx.projectId, 'fridge-2'));
    const [kept] = await getAnnouncements(ctx.db, ctx.projectId, ['fridge-2']);
    expect(Number(item?.expires_at)).toBe(daysAfter(kept?.announcedAt ?? '', 30));
  });

  test('an announcement that paused does not replace a later one', async () => {
    const said = { worker: 'fridge-2', backends: ['lab'], software: '', flows: [] };
    const named = (name: string) => ({ ...said, tasks: [{ ...task, taskType: 'qubit' as const, name, outputs: {} }] });
    await interleaved(ctx.db.client, {
      work: () => announce(ctx, named('early')),
      meanwhile: async () => {
        world.advance(1);
        await announce(ctx, named('late'));
      },
    });
    expect((await tasks()).map(({ name }) => name)).toEqual(['late']);
  });

  test.each<[string, Partial<Announcement>, string]>([
    [
      'a form with an unknown keyword',
      { flows: [{ name: 'morning', form: { properties: { a: { pattern: 'a' } } } }] },
      'body.flows.0.form.properties.a.pattern',
    ],
    ['two tasks of a name', { tasks: [task, task] }, 'body.tasks'],
    ['no backend', { backends: [] }, 'body.backends'],
    ['too many flows', { flows: Array.from({ length: 101 }, (_, n) => ({ name: `flow_${n}` })) }, 'body.flows'],
  ])('an announcement with %s is 400, and keeps the one before', async (_, given, path) => {
    await announceAs();
    const { status, errors } = await refusal(announceAs(given));
    expect(status).toBe(400);
    expect(errors[0]).toMatchObject({ path });
    expect((await tasks()).map(({ name }) => name)).toEqual(['CheckT1']);
  });
});

describe('a start of a flow whose form was announced', () => {
  test('a start with parameters that fit the form waits for the worker', async () => {
    await announceAs();
    await save();
    expect(await execute({ shots: 64 })).toMatchObject({ waiting_for: { backend: 'lab' } });
  });

  test.each([
    [{ shoots: 64 }, "there is no parameter 'shoots'; did you mean 'shots'?", 'shoots'],
    [{ shots: 'many' }, /parameter 'shots': .*string.*integer/, 'shots'],
  ])('a start with %j is 400 at the start, naming the parameter, and takes no lock', async (given, message, name) => {
    await announceAs();
    await save();
    for (const start of [
      () => execute(given),
      () => owner.api.queueFlow({ params: { name: 'morning' }, body: { parameters: given } }),
      () => owner.api.scheduleFlow({ params: { name: 'morning' }, body: { cron: '0 6 * * *', parameters: given } }),
    ]) {
      const { status, detail, errors } = await refusal(start());
      expect(status).toBe(400);
      expect(detail).toMatch(message);
      expect(errors[0]).toMatchObject({ path: `body.parameters.${name}` });
    }
    expect((await owner.api.getExecutionLockStatus({})).lock).toBe(false);
  });

  test('a start for another backend, or of a flow that no one announced, is not checked', async () => {
    await announceAs();
    await save();
    expect(await execute({ backend: 'other', shoots: 1 })).toMatchObject({ waiting_for: { backend: 'other' } });
  });

  test('validateFlow answers form, parameters and problems of a worker flow, and null without an announcement', async () => {
    const validate = (given: Record<string, unknown>) =>
      owner.api.validateFlow({
        body: {
          code: 'def morning(): pass',
          runner: 'worker',
          name: 'morning',
          parameters: { ...parameters, ...given },
        },
      });
    expect(await validate({})).toMatchObject({ valid: true, form: null, run_parameters: null });
    await announceAs();
    expect(await validate({})).toMatchObject({
      ...{ valid: true, form, task_count: null },
      run_parameters: [
        { name: 'min_t1', value_type: 'float', unit: 'us', values: [] },
        { name: 'shots', value_type: 'int', values: [1024], accepts: 'a whole number, at least 1' },
      ],
    });
    expect(await validate({ shoots: 1 })).toMatchObject({ valid: false, problems: [{ path: 'parameters.shoots' }] });
  });
});

describe('a run of one announced task', () => {
  const quickRun = (given: Record<string, unknown>, task_name = 'CheckT1') =>
    owner.api.queueTask({ body: { task_name, chip_id: 'chip', backend: 'lab', parameters: given } });

  test('a run of one announced task is claimed with the task and its parameters, and without code', async () => {
    await announceAs();
    const started = await quickRun({ qids: ['1'], shots: 64 });
    const run = { projectId: ctx.projectId, executionId: started.execution_id ?? '', flowRunId: started.flow_run_id };
    await beginRun(ctx, run);
    await awaitToken(ctx, run, { kind: 'claim', token: 'claim' });
    const claim = await claimAs(owner.api, { backends: ['lab'] });
    expect(claim.run).toMatchObject({
      ...{ execution_id: started.execution_id, task_name: 'CheckT1', code: '', flow_version: 0, backend: 'lab' },
      parameters: { qids: ['1'], shots: 64 },
    });
    const end = '2025-03-01T12:00:30Z';
    const result = { task: 'CheckT1', task_type: 'qubit' as const, qid: '1', status: 'completed' as const };
    await owner.api.reportTaskResults({
      params: { flow_run_id: started.flow_run_id },
      body: { fence: claim.run?.fence ?? 0, results: [{ ...result, start_at: end, end_at: end }] },
    });
    const { task: results } = await owner.api.getExecution({ params: { execution_id: started.execution_id ?? '' } });
    expect(results).toMatchObject([{ name: 'CheckT1', qid: '1', status: 'completed' }]);
  });

  test.each([
    [{ qids: ['1'], shoots: 1 }, 'CheckT1', /did you mean 'shots'/],
    [{ qids: ['1'], shots: 'x' }, 'CheckT1', /parameter 'shots'/],
    [{ qids: ['99'] }, 'CheckT1', /chip 'chip' has no '99'/],
    [{ shots: 1 }, 'CheckT1', /name the targets/],
    [{ qids: [] }, 'CheckT1', /name the targets/],
    [{ qids: ['1'] }, 'CheckT11', /has no task 'CheckT11'; did you mean 'CheckT1'/],
  ])('a run of one announced task with %j of %s is 400', async (given, name, detail) => {
    await announceAs();
    expect(await refusal(quickRun(given, name))).toMatchObject({ status: 400, detail: expect.stringMatching(detail) });
  });
});
