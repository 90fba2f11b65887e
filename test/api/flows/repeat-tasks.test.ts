import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SOUND } from '#test/support/runs/simulation.ts';
import { forSlowMachines } from '#test/support/slow-machines.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;

const yaml = `stages:
  - name: check
    tasks: [CheckRabi]
    targets: {qubits: [0, 1, 2, 3]}
  - name: coherence
    tasks: [CheckT1, CheckT2Echo]
    targets: {qubits: [0, 1, 2, 3]}
`;

const waited = (execution_id: string) =>
  vi.waitFor(async () => {
    const execution = await owner.api.getExecution({ params: { execution_id } });
    expect(execution.end_at).not.toBeNull();
    return execution;
  }, forSlowMachines);

const run = async (parameters: Record<string, unknown>) =>
  waited((await owner.api.executeFlow({ params: { name: 'check' }, body: { parameters } })).execution_id);
const named = (tasks: readonly { name: string; qid: string }[]) => tasks.map(({ name, qid }) => `${name} ${qid}`);
const failedOf = (tasks: readonly { name: string; qid: string; status: string }[]) =>
  named(tasks.filter(({ status }) => status === 'failed'));
/** A run in which several tasks failed and others did not: which do depends on when it was, too. */
async function runWithFailures() {
  for (let seed = 7; seed < 27; seed += 1) {
    const one = await run({ failure_rate: 0.5, bad_target_rate: 0, seed });
    const failed = failedOf(one.task).length;
    if (failed > 1 && failed < one.task.length) return one;
  }
  throw new Error('No run has some failures and some successes');
}
const repeatable = (execution_id: string, which: 'failed' | 'stale') =>
  owner.api.getRepeatableTasks({ params: { execution_id }, query: { which } });
const repeat = (execution_id: string, which: 'failed' | 'stale', headers: Record<string, string> = {}) =>
  owner.api.reExecuteTasks({ params: { execution_id }, body: { which }, headers });

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code: yaml } });
});
afterAll(() => world.stop());

describe('running the failed tasks of a run again', () => {
  it('running the failed tasks again runs exactly these on their targets, and names the run that they are of', async () => {
    const first = await runWithFailures();
    const failed = failedOf(first.task);
    const found = await repeatable(first.execution_id, 'failed');
    expect(found).toMatchObject({ flow_name: 'check', chip_id: 'chip', total: failed.length });
    expect(found.tasks.map(({ task_name, target_id }) => `${task_name} ${target_id}`)).toEqual(failed);
    const again = await waited((await repeat(first.execution_id, 'failed')).execution_id);
    expect(named(again.task)).toEqual(failed);
    expect(again).toMatchObject({
      source_execution_id: first.execution_id,
      flow_version: 1,
      note: { repeats: 'failed' },
      progress: { planned: failed.length },
    });
    expect(
      await refusal(owner.api.reExecuteFromSnapshot({ params: { execution_id: again.execution_id }, body: {} })),
    ).toMatchObject({
      status: 400,
      detail: expect.stringContaining(`re-execute run '${first.execution_id}'`),
    });
  });

  it('running the failed tasks again leaves out what is excluded, and is refused where nothing is left', async () => {
    const first = await run({ failure_rate: 1 });
    const failed = first.task.filter(({ status }) => status === 'failed');
    const exclude = (task_ids: string[]) =>
      owner.api.setTaskResultsExcluded({ body: { task_ids, excluded: true, reason: 'cable' } });
    const [one, ...others] = failed.map(({ task_id }) => task_id);
    await exclude(others);
    await world.stack.settle();
    expect((await repeatable(first.execution_id, 'failed')).tasks.map(({ task_id }) => task_id)).toEqual([one]);
    await exclude([one ?? '']);
    await world.stack.settle();
    const refused = await refusal(repeat(first.execution_id, 'failed'));
    expect(refused).toMatchObject({
      status: 400,
      detail: `Run '${first.execution_id}' has no failed task to run again`,
    });
  });

  it('tasks that are run again keep their values from becoming current as their run did', async () => {
    const body = { parameters: SOUND, persist: false };
    const first = await waited((await owner.api.executeFlow({ params: { name: 'check' }, body })).execution_id);
    const task_id = first.task[4]?.task_id ?? '';
    const outputs = async () => (await owner.api.getTaskResult({ params: { task_id } })).output_parameters;
    expect(Object.keys(await outputs())).not.toEqual([]);
    const params = { execution_id: first.execution_id };
    const chosen = await owner.api.reExecuteTasks({ params, body: { which: 'chosen', task_ids: [task_id] } });
    expect((await waited(chosen.execution_id)).persist).toBe(false);
    const one = await owner.api.reExecuteTaskResult({ params: { task_id }, body: {} });
    expect((await waited(one.execution_id)).persist).toBe(false);
    const { qubits } = await owner.api.getChip({ params: { chip_id: 'chip' } });
    const from = Object.values(qubits?.['0']?.data ?? {}).map(({ execution_id }) => execution_id);
    expect(from).not.toContain(chosen.execution_id);
    expect(from).not.toContain(one.execution_id);
  });

  it('running the failed tasks again under one key starts one run', async () => {
    const first = await run({ failure_rate: 1 });
    const headers = { 'idempotency-key': 'again-1' };
    const started = await repeat(first.execution_id, 'failed', headers);
    await waited(started.execution_id);
    expect((await repeat(first.execution_id, 'failed', headers)).execution_id).toBe(started.execution_id);
  });

  it('running the stale tasks again takes those whose values count and are older than allowed, and no others', async () => {
    const first = await run(SOUND);
    expect((await repeatable(first.execution_id, 'stale')).total).toBe(0);
    world.advance(72 * 3600);
    const { access_token } = await world
      .client(undefined)
      .login({ body: { username: owner.username, password: owner.password } });
    owner = { ...owner, api: world.client(access_token, owner.projectId) };
    const now = world.now().toISOString();
    const body = { chip_id: 'chip', qid: '0', parameters: { t1: { value: 50, unit: 'us', calibrated_at: now } } };
    await owner.api.updateCalibrationParameters({ body });
    const stale = (await repeatable(first.execution_id, 'stale')).tasks;
    const t1 = stale.filter(({ task_name }) => task_name === 'CheckT1').map(({ target_id }) => target_id);
    expect(t1).toEqual(['1', '2', '3']);
    const again = await waited((await repeat(first.execution_id, 'stale')).execution_id);
    expect(again.task).toHaveLength(stale.length);
    expect((await repeatable(first.execution_id, 'stale')).total).toBeLessThan(stale.length);
  });

  it('running chosen tasks again takes exactly these, also excluded ones, in the order of their run', async () => {
    const first = await run({ failure_rate: 0.3, bad_target_rate: 0, seed: 3 });
    const [a, b, c] = [first.task[7], first.task[1], first.task[4]];
    const task_ids = [a, b, c].map((task) => task?.task_id ?? '');
    await owner.api.setTaskResultsExcluded({ body: { task_ids, excluded: true, reason: 'cable' } });
    const params = { execution_id: first.execution_id };
    const started = await owner.api.reExecuteTasks({ params, body: { which: 'chosen', task_ids } });
    const again = await waited(started.execution_id);
    expect(named(again.task)).toEqual(named(first.task.filter(({ task_id }) => task_ids.includes(task_id))));
    expect(again).toMatchObject({ source_execution_id: first.execution_id, note: { repeats: 'chosen' } });
  });

  it('chosen tasks are refused without their ids, with ids alongside another choice, and by an id of another run', async () => {
    const [first, second] = [await run({ seed: 1 }), await run({ seed: 2 })];
    const params = { execution_id: first.execution_id };
    const foreign = second.task[0]?.task_id ?? '';
    const asked = (body: Parameters<typeof owner.api.reExecuteTasks>[0]['body']) =>
      refusal(owner.api.reExecuteTasks({ params, body }));
    expect(await asked({ which: 'chosen' })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('task_ids'),
    });
    expect(await asked({ which: 'failed', task_ids: [foreign] })).toMatchObject({
      status: 400,
      detail: "'task_ids' goes with 'chosen', not with 'failed'",
    });
    const own = first.task[0]?.task_id ?? '';
    expect(await asked({ which: 'chosen', task_ids: [own, foreign] })).toMatchObject({
      status: 400,
      detail: `Task '${foreign}' does not belong to run '${first.execution_id}'`,
    });
    expect((await owner.api.getExecutionLockStatus()).lock).toBe(false);
  });

  it('tasks of an unknown run and of a run of a worker are refused', async () => {
    expect(await refusal(repeatable('20200101-000', 'failed'))).toMatchObject({ status: 404 });
    await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
    const { execution_id, flow_run_id } = await owner.api.executeFlow({ params: { name: 'lab' }, body: {} });
    await owner.api.cancelExecution({ params: { flow_run_id } });
    expect(await refusal(repeat(execution_id, 'failed'))).toMatchObject({
      status: 400,
      detail: expect.stringContaining('was made by a worker'),
    });
  });
});
