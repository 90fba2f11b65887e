import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchWriteItems, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { type Key, userKeys } from '#shared/kernel/store/keys.ts';
import { getRunPointer, unpackPlan } from '#shared/runs/store/locks.ts';
import { type FakeOrchestrator, fakeOrchestrator } from '#test/support/runs/runs.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let orchestrator: FakeOrchestrator;
let counter = 0;
beforeAll(async () => {
  world = await startWorld({ config: { publicUrl: 'https://fiducial.example' } });
});
afterAll(() => world.stop());

const yaml = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: [0, 1, 2]}
`;

/** Two chips and two flows in a project of its own; no run goes on by itself. */
beforeEach(async () => {
  counter += 1;
  orchestrator = fakeOrchestrator();
  world.stack.runtime.ports.orchestrator = orchestrator;
  owner = await world.register(`owner-${counter}`);
  for (const chip_id of ['chip', 'other']) await owner.api.createChip({ body: { chip_id, topology_id: 'linear-4' } });
  const flow = { chip_id: 'chip', tags: ['daily'], default_parameters: { shots: 100 } };
  await owner.api.saveFlow({ body: { ...flow, name: 'check', code: yaml } });
  await owner.api.saveFlow({ body: { ...flow, name: 'lab', code: 'def lab(): pass', runner: 'worker' } });
});

const execute = (name: string, parameters?: Record<string, unknown> | null, headers: Record<string, string> = {}) =>
  owner.api.executeFlow({ params: { name }, body: parameters === undefined ? {} : { parameters }, headers });
const executions = async () => (await owner.api.listExecutions({})).executions.map((one) => one.execution_id);
const planOf = async (flowRunId: string) => {
  const pointer = await getRunPointer(world.stack.runtime.db, owner.projectId, flowRunId);
  return pointer?.plan && unpackPlan(pointer.plan);
};
/** The state machine stops, which a cancellation finds out at once. */
async function end(flow_run_id: string): Promise<void> {
  orchestrator.states.set(flow_run_id, { status: 'aborted' });
  await owner.api.cancelExecution({ params: { flow_run_id } });
}

/** As if the process had died before it kept an answer. */
async function forgetAnswers(): Promise<void> {
  const { db } = world.stack.runtime;
  for (const { pk, sk } of (await queryAll(db, {
    pk: userKeys.user(owner.userId).pk,
    prefix: 'IDEM',
  })) as unknown as Key[])
    await batchWriteItems(db, [{ delete: { pk, sk } }]);
}

describe('executeFlow', () => {
  it('executeFlow 200: an execution that can be read at once, its page, and the run of the state machine', async () => {
    const started = await execute('check', { qids: ['0', 1] });
    expect(started).toEqual({
      execution_id: expect.stringMatching(/^\d{8}-000$/),
      flow_run_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      flow_run_url: `https://fiducial.example/p/${owner.projectId}/execution/${started.execution_id}`,
      qdash_ui_url: `https://fiducial.example/p/${owner.projectId}/execution/${started.execution_id}`,
      message: "Flow 'check' execution started successfully",
      waiting_for: null,
      simulated_values: 'keep',
    });
    expect(orchestrator.started.get(started.flow_run_id)).toEqual({
      project_id: owner.projectId,
      execution_id: started.execution_id,
      flow_run_id: started.flow_run_id,
      runner: 'managed',
    });
    const execution = await owner.api.getExecution({ params: { execution_id: started.execution_id } });
    expect(execution).toMatchObject({
      status: 'scheduled',
      flow_name: 'check',
      flow_version: 1,
      chip_id: 'chip',
      username: owner.username,
      tags: ['daily'],
      parameters: { shots: 100, qids: ['0', 1] },
    });
    expect(await planOf(started.flow_run_id)).toMatchObject({
      stages: [{ name: 'check', qids: ['0', '1'], tasks: [{ name: 'CheckT1', parameters: { shots: 100 } }] }],
    });
  });

  it('executeFlow 200: null means no parameters, and those of the request override those of the flow', async () => {
    const first = await execute('check', null);
    expect((await planOf(first.flow_run_id))?.stages[0]?.tasks[0]?.parameters).toEqual({ shots: 100 });
    await end(first.flow_run_id);
    const second = await execute('check', { shots: 7, tags: ['once'], chip_id: 'other' });
    expect((await planOf(second.flow_run_id))?.stages[0]?.tasks[0]?.parameters).toEqual({ shots: 7 });
    const execution = await owner.api.getExecution({ params: { execution_id: second.execution_id } });
    expect(execution).toMatchObject({ chip_id: 'other', tags: ['once'] });
  });

  it('executeFlow 200: the plan is that of the start, whatever becomes of the flow', async () => {
    const { flow_run_id } = await execute('check');
    const plan = await planOf(flow_run_id);
    await owner.api.saveFlow({ body: { name: 'check', chip_id: 'other', code: yaml.replace('[0, 1, 2]', '[3]') } });
    await owner.api.deleteFlow({ params: { name: 'check' } });
    expect(await planOf(flow_run_id)).toEqual(plan);
  });

  it("executeFlow 200: a worker's flow waits for its worker, with parameters of any kind", async () => {
    const { execution_id, flow_run_id } = await execute('lab', { deep: [{ any: null }], chip_id: 'other' });
    expect(orchestrator.started.get(flow_run_id)?.runner).toBe('worker');
    const execution = await owner.api.getExecution({ params: { execution_id } });
    expect(execution).toMatchObject({ chip_id: 'other', parameters: { shots: 100, deep: [{ any: null }] } });
  });

  it('executeFlow 200: a run that cannot be started has failed, says why and leaves the lock free', async () => {
    orchestrator.faults.start = { error: new Error('no state machine') };
    const { execution_id, message } = await execute('check');
    expect(message).toContain('no state machine');
    const execution = await owner.api.getExecution({ params: { execution_id } });
    expect(execution).toMatchObject({ status: 'failed', message: expect.stringContaining('no state machine') });
    delete orchestrator.faults.start;
    expect((await execute('check')).execution_id).not.toBe(execution_id);
  });

  it('executeFlow 409: names who holds the lock, also for another chip, and starts nothing', async () => {
    const { execution_id } = await execute('check');
    for (const [name, parameters] of [
      ['check', {}],
      ['check', { chip_id: 'other' }],
      ['lab', {}],
    ] as const) {
      const { status, detail } = await refusal(execute(name, parameters));
      expect([status, detail]).toEqual([409, expect.stringContaining(`run '${execution_id}'`)]);
      expect(detail).toContain(`'${owner.username}'`);
    }
    expect(await executions()).toEqual([execution_id]);
  });

  it('of a request that is sent twice one run comes: the second is refused, or with the same key is the first', async () => {
    const twice = await Promise.allSettled([execute('check'), execute('check')]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first] = orchestrator.started.keys();
    await end(first ?? '');
    const key = { 'idempotency-key': 'morning' };
    const started = await execute('check', {}, key);
    expect(await execute('check', {}, key)).toEqual(started);
    expect(orchestrator.started.size).toBe(2);
  });

  it('a repeat whose first answer was lost on the way finds its run, though nothing was kept under the key', async () => {
    const key = { 'idempotency-key': 'lost' };
    const first = await execute('check', { shots: 1 }, key);
    await forgetAnswers();
    expect(await execute('check', { shots: 1 }, key)).toEqual(first);
    await end(first.flow_run_id);
    await forgetAnswers();
    expect(await execute('check', { shots: 1 }, key)).toEqual(first);
    expect(orchestrator.started.size).toBe(1);
  });

  it.each([
    ['an unknown qubit', { qids: ['0', '999'] }, 'body.parameters.qids.1', "Qubit '999' not found in chip 'chip'"],
    [
      'a parameter that no task has',
      { shoots: 1 },
      'body.parameters.shoots',
      "no task here has a parameter 'shoots'; did you mean 'shots'?",
    ],
    [
      'nothing that is left to do',
      { qids: [3] },
      'body.parameters',
      'the selection leaves no target of the flow; choose more qubits or couplings',
    ],
  ])('executeFlow 400: %s, and nothing is started', async (_, parameters, path, message) => {
    expect(await refusal(execute('check', parameters))).toEqual({
      ...refused(400, `Flow 'check' cannot be started: ${message}`),
      errors: [{ path, message }],
    });
    expect(await executions()).toEqual([]);
  });

  it.each(['check', 'lab'])('executeFlow 400: an unknown chip for %s', async (name) => {
    expect((await refusal(execute(name, { chip_id: 'nowhere' }))).detail).toBe(
      `Chip 'nowhere' not found in project '${owner.projectId}'`,
    );
    expect(await executions()).toEqual([]);
  });

  it.each(['check', 'lab'])('executeFlow 400: an id that is longer than any chip has, for %s', async (name) => {
    const chip_id = 'x'.repeat(2000);
    const detail = `Chip '${chip_id}' not found in project '${owner.projectId}'`;
    expect(await refusal(execute(name, { chip_id }))).toMatchObject({ status: 400, detail });
    const body = { cron: '0 6 * * *', parameters: { chip_id } };
    expect(await refusal(owner.api.scheduleFlow({ params: { name }, body }))).toMatchObject({ status: 400, detail });
    expect(await executions()).toEqual([]);
  });

  it('executeFlow 404: an unknown flow, a deleted one, and one of another project', async () => {
    const missing = (projectId: string) => refused(404, `Flow 'check' not found in project '${projectId}'`);
    await owner.api.deleteFlow({ params: { name: 'check' } });
    expect(await refusal(execute('check'))).toEqual(missing(owner.projectId));
    const stranger = await world.register(`stranger-${counter}`);
    const call = stranger.api.executeFlow({ params: { name: 'lab' }, body: {} });
    expect((await refusal(call)).status).toBe(404);
  });
});
