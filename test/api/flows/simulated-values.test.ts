import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.importChip({ body: { format: 'ibm', chip_id: 'ourense', documents: oldDevice() } });
  await owner.api.createChip({ body: { chip_id: 'made', topology_id: 'linear-4' } });
  for (const chip_id of ['ourense', 'made'])
    await owner.api.saveFlow({ body: { name: `check_${chip_id}`, chip_id, code: yaml } });
});
afterAll(() => world.stop());

const yaml = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: [0]}
`;

async function waited(execution_id: string) {
  await expect.poll(async () => (await owner.api.getExecution({ params: { execution_id } })).status).toBe('completed');
  return owner.api.getExecution({ params: { execution_id } });
}

/** Runs a flow to its end. */
async function run(name: string, parameters: Record<string, unknown> = {}) {
  const started = await owner.api.executeFlow({
    params: { name },
    body: { parameters: { ...SOUND, ...parameters } },
  });
  return { started, execution: await waited(started.execution_id) };
}
const t1 = async (chip_id: string, qid = '0') =>
  (await owner.api.getChip({ params: { chip_id } })).qubits?.[qid]?.data.t1;
const historyOf = async (chip_id: string) =>
  (
    await owner.api.getQubitMetricHistory({
      params: { chip_id, qid: '0' },
      query: { metric: 't1', within_days: 36500 },
    })
  ).history;
const newest = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('there is none');
  return first;
};

it('a run of the simulator on an imported chip is a trial: its results are kept, and values and history stay', async () => {
  const before = await owner.api.getChip({ params: { chip_id: 'ourense' } });
  const { started, execution } = await run('check_ourense');
  expect(started).toMatchObject({ simulated_values: 'trial', message: expect.stringContaining('kept as a trial') });
  expect(execution).toMatchObject({ simulated_values: 'trial', progress: { by_status: { completed: 1 } } });
  expect((await owner.api.getChip({ params: { chip_id: 'ourense' } })).qubits).toEqual(before.qubits);
  expect((await historyOf('ourense')).map(({ source }) => source)).toEqual(['import']);
  const { task_id } = newest(execution.task);
  const result = await owner.api.getTaskResult({ params: { task_id } });
  expect(result).toMatchObject({ update_params: false, output_parameters: { t1: { source: 'simulator' } } });
});

it('what is asked to be kept on an imported chip becomes current, and says in every answer that it is simulated', async () => {
  const { started, execution } = await run('check_ourense', { simulated_values: 'keep' });
  expect([started.simulated_values, execution.simulated_values]).toEqual(['keep', 'keep']);
  expect(await t1('ourense')).toMatchObject({ source: 'simulator', execution_id: started.execution_id });
  expect((await historyOf('ourense')).map(({ source }) => source)).toEqual(['simulator', 'import']);
  for (const selection_mode of ['latest', 'best'] as const) {
    const query = { selection_mode, start_at: '2020-01-01', end_at: '2030-01-01' };
    const { qubit_metrics } = await owner.api.getChipMetrics({
      params: { chip_id: 'ourense' },
      query: selection_mode === 'latest' ? {} : query,
    });
    expect(['simulator', 'import']).toContain(qubit_metrics.t1?.['0']?.source);
    if (selection_mode === 'latest') expect(qubit_metrics.t1?.['0']?.source).toBe('simulator');
    expect(qubit_metrics.t1?.['1']?.source).toBe('import');
  }
  const { data } = await owner.api.getTimeseriesTaskResults({
    query: { chip_id: 'ourense', parameter: 't1', start_at: '2020-01-01', end_at: '2030-01-01' },
  });
  expect(data['0']?.map(({ source }) => source)).toContain('simulator');
});

it('one task that is repeated on an imported chip is a trial as well, unless it is asked for', async () => {
  const { execution } = await run('check_ourense');
  const { task_id } = newest(execution.task);
  const repeat = async (body: object) => {
    const again = await owner.api.reExecuteTaskResult({ params: { task_id }, body });
    await waited(again.execution_id);
    return [again.simulated_values, (await t1('ourense'))?.execution_id === again.execution_id];
  };
  expect(await repeat({})).toEqual(['trial', false]);
  expect(await repeat({ simulated_values: 'keep', update_params: false })).toEqual(['trial', false]);
  expect(await repeat({ simulated_values: 'keep' })).toEqual(['keep', true]);
});

it('a chip that the simulator alone filled keeps its values without being asked, and a trial is kept apart on request', async () => {
  const first = await run('check_made');
  expect(first.execution.simulated_values).toBe('keep');
  expect(await t1('made')).toMatchObject({ source: 'simulator', execution_id: first.execution.execution_id });
  const second = await run('check_made', { simulated_values: 'trial' });
  expect(second.execution.simulated_values).toBe('trial');
  expect((await t1('made'))?.execution_id).toBe(first.execution.execution_id);
});

it('a chip that a worker has measured asks from then on', async () => {
  await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'made', code: 'def lab(): pass', runner: 'worker' } });
  const { execution_id, flow_run_id } = await owner.api.executeFlow({ params: { name: 'lab' }, body: {} });
  const claim = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
  await expect.poll(async () => (await owner.api.claimRun({ body: claim })).run).not.toBeNull();
  const { run: work } = await owner.api.claimRun({ body: claim });
  const fence = work?.fence ?? 0;
  const now = new Date().toISOString();
  const measured = {
    ...{ task: 'CheckT1', task_type: 'qubit' as const, qid: '1', status: 'completed' as const },
    ...{ start_at: now, end_at: now, output_parameters: { t1: { value: 41.5, error: 0.5, unit: 'us' } } },
  };
  await owner.api.reportTaskResults({ params: { flow_run_id }, body: { fence, results: [measured] } });
  await owner.api.finishRun({ params: { flow_run_id }, body: { fence, status: 'completed', message: '' } });
  expect((await waited(execution_id)).simulated_values).toBeNull();
  expect(await t1('made', '1')).toMatchObject({ value: 41.5, source: 'task' });
  const look = await owner.api.validateFlow({ body: { code: yaml, chip_id: 'made' } });
  expect(look).toMatchObject({ simulated_values: 'trial', chip_has_real_values: true });
  expect((await run('check_made')).execution.simulated_values).toBe('trial');
});

it('a flow and a schedule say it among their parameters, and another word is refused where it is', async () => {
  const name = 'check_ourense';
  const schedule = (simulated_values: string) =>
    owner.api.scheduleFlow({
      params: { name },
      body: { cron: '0 6 * * *', parameters: { simulated_values } },
    });
  expect(await refusal(schedule('maybe'))).toMatchObject({
    status: 400,
    detail: expect.stringContaining('simulated_values must be trial or keep'),
  });
  expect((await schedule('keep')).schedule_id).toEqual(expect.any(String));
  const defaults = { name: 'kept', chip_id: 'ourense', code: yaml, default_parameters: { simulated_values: 'keep' } };
  await owner.api.saveFlow({ body: defaults });
  expect((await run('kept')).execution.simulated_values).toBe('keep');
});

it('a simulated task begins and ends within its run', async () => {
  const { execution } = await run('check_made');
  for (const { start_at, end_at } of execution.task) {
    expect((start_at ?? '') >= (execution.start_at ?? '~')).toBe(true);
    expect((start_at ?? '~') <= (end_at ?? '')).toBe(true);
    expect((end_at ?? '~') <= (execution.end_at ?? '')).toBe(true);
  }
});
