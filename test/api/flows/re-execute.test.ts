import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { forSlowMachines } from '#test/support/slow-machines.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let first: string;

const yaml = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: [0, 1]}
`;

const waited = (execution_id: string) =>
  vi.waitFor(async () => {
    const execution = await owner.api.getExecution({ params: { execution_id } });
    expect([execution.status, execution.message]).toEqual(['completed', '']);
    return execution;
  }, forSlowMachines);

const save = (code: string) => owner.api.saveFlow({ body: { name: 'check', chip_id: 'chip', code, tags: ['daily'] } });
const again = (execution_id: string, body: object = {}, headers: Record<string, string> = {}) =>
  owner.api.reExecuteFromSnapshot({ params: { execution_id }, body, headers });
const taskAgain = (task_id: string, body: object = {}) => owner.api.reExecuteTaskResult({ params: { task_id }, body });
const latestT1 = async () => {
  const { result } = await owner.api.getLatestQubitTaskResults({ query: { chip_id: 'chip', task: 'CheckT1' } });
  return result['0']?.task_id;
};
const t1 = async () => (await owner.api.getChipQubit({ params: { chip_id: 'chip', qid: 0 } })).data.t1;

/** What a call does while no run goes on by itself; whatever it has started is cancelled. */
async function withoutRuns(work: () => Promise<void>): Promise<void> {
  const { ports } = world.stack.runtime;
  const { orchestrator } = ports;
  const fake = fakeOrchestrator();
  ports.orchestrator = fake;
  try {
    await work();
  } finally {
    for (const flow_run_id of fake.started.keys()) {
      fake.states.set(flow_run_id, { status: 'aborted' });
      await owner.api.cancelExecution({ params: { flow_run_id } });
    }
    if (orchestrator) ports.orchestrator = orchestrator;
  }
}

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  const body = { chip_id: 'chip', qid: '0', parameters: { t1: { value: 33 }, t2_echo: { value: 44 } } };
  await owner.api.updateCalibrationParameters({ body });
  await save(yaml);
  const run = await owner.api.executeFlow({ params: { name: 'check' }, body: { parameters: { ...SOUND, shots: 64 } } });
  first = run.execution_id;
  await waited(first);
});
afterAll(() => world.stop());

describe('the snapshot of an execution', () => {
  it('the snapshot of an execution has the parameters and the chip as the run found it, whatever was measured since', async () => {
    const snapshot = await owner.api.getExecutionSnapshot({ params: { execution_id: first } });
    expect(snapshot).toMatchObject({
      execution_id: first,
      chip_id: 'chip',
      flow_name: 'check',
      flow_version: 1,
      plan_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      parameters: { shots: 64 },
      topology_id: 'linear-4',
      activity_status: 'active',
      cooldown_id: null,
    });
    expect(snapshot.qubits['0']?.data).toMatchObject({ t1: { value: 33, unit: 'us', source: 'manual' } });
    expect(Object.keys(snapshot.qubits)).toEqual(['0', '1', '2', '3']);
    expect(Object.keys(snapshot.couplings)).toEqual(['0-1', '1-2', '2-3']);
    expect(await t1()).toMatchObject({ source: 'simulator', execution_id: first });
    const { start_at, has_snapshot } = await owner.api.getExecution({ params: { execution_id: first } });
    expect([has_snapshot, snapshot.taken_at <= (start_at ?? '')]).toEqual([true, true]);
  });

  it('the snapshot of an execution is not there before a run begins, nor for another user', async () => {
    await withoutRuns(async () => {
      const { execution_id } = await owner.api.executeFlow({ params: { name: 'check' }, body: {} });
      expect(await refusal(owner.api.getExecutionSnapshot({ params: { execution_id } }))).toMatchObject({
        status: 404,
        detail: expect.stringMatching(`'${execution_id}' has no snapshot: it has not begun`),
      });
    });
    const stranger = await world.register('stranger');
    const asked = stranger.api.getExecutionSnapshot({ params: { execution_id: first } });
    expect(await refusal(asked)).toMatchObject({ status: 404 });
  });
});

describe('running an execution again', () => {
  it('running an execution again takes the version and the parameters of that time, with overrides over them', async () => {
    await save(yaml.replace('[0, 1]', '[3]'));
    const run = await again(first, { parameter_overrides: { shots: 128 } });
    const execution = await waited(run.execution_id);
    expect(execution).toMatchObject({
      flow_name: 'check',
      flow_version: 1,
      chip_id: 'chip',
      tags: ['daily'],
      parameters: { ...SOUND, shots: 128 },
      source_execution_id: first,
      source_task_id: null,
      note: { source_execution_id: first },
    });
    expect(execution.task.map(({ qid }) => qid)).toEqual(['0', '1']);
    const now = await waited((await again(first, { flow_name: 'check', from_snapshot_version: false })).execution_id);
    expect([now.flow_version, now.task.map(({ qid }) => qid)]).toEqual([2, ['3']]);
  });

  it('running an execution again finds its own run under a key that is sent again', async () => {
    await withoutRuns(async () => {
      const headers = { 'idempotency-key': 'again' };
      const [one, two] = [await again(first, {}, headers), await again(first, {}, headers)];
      expect(two.flow_run_id).toBe(one.flow_run_id);
      const other = again(first);
      expect(await refusal(other)).toMatchObject({ status: 409, detail: expect.stringContaining(one.execution_id) });
    });
  });

  it('running an execution again takes a field that is null as one that is not given', async () => {
    await withoutRuns(async () => {
      const nothing = { flow_name: null, parameter_overrides: null, from_snapshot_version: null };
      const { execution_id } = await again(first, nothing);
      const execution = await owner.api.getExecution({ params: { execution_id } });
      expect(execution).toMatchObject({ flow_version: 1, parameters: { ...SOUND, shots: 64 } });
    });
    const source = (await latestT1()) ?? '';
    for (const parameter_overrides of [null, { run: null, input: null }])
      await withoutRuns(async () => {
        const { execution_id } = await taskAgain(source, {
          parameter_overrides,
          update_params: null,
          reconfigure: null,
        });
        expect(await owner.api.getExecution({ params: { execution_id } })).toMatchObject({ source_task_id: source });
      });
  });

  it('running again is refused for another flow, an unknown execution, and parameters that do not fit', async () => {
    expect(await refusal(again(first, { flow_name: 'other' }))).toMatchObject({ status: 400 });
    expect(await refusal(again('20200101-000'))).toMatchObject({ status: 404 });
    const wrong = await refusal(again(first, { parameter_overrides: { qids: [77] } }));
    expect(wrong).toMatchObject({ status: 400, detail: expect.stringContaining('77') });
    expect(wrong.errors).toMatchObject([{ path: 'body.parameter_overrides.qids.0' }]);
    for (const unkept of [1e-200, -1e200]) {
      const body = { parameter_overrides: { rate: [unkept] } };
      expect(await refusal(again(first, body))).toMatchObject({
        status: 400,
        errors: [{ path: 'body.parameter_overrides', message: expect.stringContaining('1e100') }],
      });
      const started = owner.api.executeFlow({ params: { name: 'check' }, body: { parameters: { rate: unkept } } });
      expect(await refusal(started)).toMatchObject({ status: 400 });
    }
  });

  it('running an execution again is open to every editor of the project, regardless of who started it', async () => {
    const editor = await world.register('editor');
    const params = { project_id: owner.projectId };
    await world.join(owner.api, { params, body: { username: 'editor', role: 'editor' } });
    await withoutRuns(async () => {
      const api = world.client(editor.token, owner.projectId);
      const run = await api.reExecuteFromSnapshot({ params: { execution_id: first }, body: {} });
      const { username } = await owner.api.getExecution({ params: { execution_id: run.execution_id } });
      expect(username).toBe('editor');
    });
  });
});

describe('running one task again', () => {
  it('running one task again measures its target anew, under the parameters of that time and the overrides', async () => {
    const source = (await latestT1()) ?? '';
    const before = await owner.api.getTaskResult({ params: { task_id: source } });
    const run = await taskAgain(source, { parameter_overrides: { run: { shots: 256 } }, reconfigure: true });
    const execution = await waited(run.execution_id);
    expect(execution).toMatchObject({ source_task_id: source, source_execution_id: null, chip_id: 'chip' });
    expect(execution.task.map(({ name, qid, status }) => [name, qid, status])).toEqual([
      ['Configure', '0', 'completed'],
      ['CheckT1', '0', 'completed'],
    ]);
    const [configured, repeat] = await Promise.all(
      execution.task.map(({ task_id }) => owner.api.getTaskResult({ params: { task_id } })),
    );
    if (!configured || !repeat) throw new Error('Both tasks have a result');
    expect(configured.run_parameters).toMatchObject({ failure_rate: { value: 0 }, bad_target_rate: { value: 0 } });
    expect(repeat).toMatchObject({ source_task_id: source, update_params: true, re_executions: [] });
    expect(repeat.run_parameters).toMatchObject({ ...before.run_parameters, shots: { value: 256 } });
    expect(await latestT1()).toBe(repeat.task_id);
    expect(await t1()).toMatchObject({ task_id: repeat.task_id });
    expect((await owner.api.getTaskResult({ params: { task_id: source } })).re_executions).toEqual([
      {
        task_id: repeat.task_id,
        task_name: 'CheckT1',
        qid: '0',
        execution_id: run.execution_id,
        status: 'completed',
        start_at: repeat.start_at,
      },
    ]);
    const whole = await refusal(again(run.execution_id));
    expect(whole).toMatchObject({ status: 400, detail: expect.stringContaining(source) });
  });

  it('running one task again leaves everything else alone where it is asked to', async () => {
    const source = (await latestT1()) ?? '';
    await world.stack.settle();
    const state = async () => {
      const metric = { params: { chip_id: 'chip', qid: 0 }, query: { metric: 't1' } };
      const chip = await owner.api.getChip({ params: { chip_id: 'chip' } });
      const { history } = await owner.api.getQubitMetricHistory(metric);
      return [await t1(), await latestT1(), chip.last_calibrated_at, history];
    };
    const before = await state();
    const { execution_id } = await taskAgain(source, { update_params: false });
    const [task] = (await waited(execution_id)).task;
    await world.stack.settle();
    expect(await state()).toEqual(before);
    const kept = await owner.api.getTaskResult({ params: { task_id: task?.task_id ?? '' } });
    expect(kept).toMatchObject({ status: 'completed', update_params: false, source_task_id: source });
    expect(kept.output_parameters.t1?.value).toBeGreaterThan(0);
  });

  it('running one task again starts from the values that it is told to, and takes no others', async () => {
    const source = (await latestT1()) ?? '';
    const { input_parameters } = await owner.api.getTaskResult({ params: { task_id: source } });
    const [name = '', input] = Object.entries(input_parameters)[0] ?? [];
    const value = (input?.value ?? 1) * 1.001;
    const { execution_id } = await taskAgain(source, { parameter_overrides: { input: { [name]: value } } });
    const [task] = (await waited(execution_id)).task;
    const repeat = await owner.api.getTaskResult({ params: { task_id: task?.task_id ?? '' } });
    expect(repeat.input_parameters[name]?.value).toBeCloseTo(value, 6);
    for (const parameter_overrides of [{ run: { shotz: 1 } }, { run: { shots: 'many' } }, { input: { nothing: 1 } }])
      expect(await refusal(taskAgain(source, { parameter_overrides }))).toMatchObject({ status: 400 });
    const misspelt = await refusal(taskAgain(source, { parameter_overrides: { runs: { shots: 64 } } }));
    expect(misspelt).toMatchObject({ status: 400, detail: expect.stringContaining('runs') });
    expect(await refusal(taskAgain('nowhere'))).toMatchObject({ status: 404 });
  });
});

describe('comparing two executions', () => {
  const compare = (before: string, after: string, more: object = {}) =>
    owner.api.compareExecutions({ query: { execution_id_before: before, execution_id_after: after, ...more } });

  it('comparing two executions says what differs of what they measured, were run with and started from', async () => {
    const run = await again(first, { parameter_overrides: { shots: 32, qids: [1] } });
    await waited(run.execution_id);
    const compared = await compare(first, run.execution_id);
    expect(compared.changed_parameters.map(({ parameter_name, qid }) => [parameter_name, qid])).toEqual([['t1', '1']]);
    expect(compared.removed_parameters).toMatchObject([
      { parameter_name: 't1', qid: '0', value_after: null, delta: null },
    ]);
    expect([compared.added_parameters, compared.unchanged_count]).toEqual([[], 0]);
    const [changed] = compared.changed_parameters;
    const [was, is] = [changed?.value_before ?? 0, changed?.value_after ?? 0];
    expect(changed?.delta).toBeCloseTo(is - was, 9);
    expect(changed?.delta_percent).toBeCloseTo(((is - was) / was) * 100, 9);
    expect(compared.run_parameters).toEqual([
      { name: 'qids', value_before: null, value_after: [1] },
      { name: 'shots', value_before: 64, value_after: 32 },
    ]);
    expect(compared.before).toMatchObject({ flow_version: 1, by_status: { completed: 2 }, status: 'completed' });
    expect(compared.start_state?.changed_parameters.map(({ qid }) => qid)).toContain('0');
    expect(compared.start_state).toMatchObject({ topology_changed: false, cooldown_id_before: null });
    expect(await compare(first, run.execution_id, { qid: '0' })).toMatchObject({ changed_parameters: [] });
    expect(await compare(first, first)).toMatchObject({
      changed_parameters: [],
      unchanged_count: 2,
      run_parameters: [],
    });
  });

  it('comparing two executions leaves excluded results out, and is refused for an unknown execution', async () => {
    const { task } = await owner.api.getExecution({ params: { execution_id: first } });
    const params = { task_id: task.find(({ qid }) => qid === '1')?.task_id ?? '' };
    await owner.api.setTaskResultExcluded({ params, body: { excluded: true } });
    expect(await compare(first, first)).toMatchObject({ unchanged_count: 1 });
    expect(await refusal(compare(first, '20200101-000'))).toMatchObject({ status: 404 });
  });

  it('comparing two executions finds a coupling under its reversed id too', async () => {
    const code = `stages:\n  - name: pair\n    tasks: [CheckCrossResonance]\n    targets: {couplings: ['0-1']}\n`;
    await owner.api.saveFlow({ body: { name: 'pair', chip_id: 'chip', code } });
    const run = () => owner.api.executeFlow({ params: { name: 'pair' }, body: { parameters: SOUND } });
    const before = (await run()).execution_id;
    await waited(before);
    const after = (await run()).execution_id;
    await waited(after);
    const compared = await compare(before, after, { qid: '0-1' });
    expect(compared.changed_parameters.length + compared.unchanged_count).toBeGreaterThan(0);
    expect(compared.start_state?.added_parameters.length).toBeGreaterThan(0);
    // Each says the instant of its read.
    const anyInstant = { complete_until: expect.stringMatching(/Z$/) };
    expect(await compare(before, after, { qid: '1-0' })).toEqual({
      ...compared,
      before: { ...compared.before, ...anyInstant },
      after: { ...compared.after, ...anyInstant },
    });
    expect(await compare(before, after, { qid: '2-1' })).toMatchObject({ changed_parameters: [], unchanged_count: 0 });
  });
});
