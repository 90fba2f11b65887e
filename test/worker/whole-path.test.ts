import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/stack/processes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Bench, backend, countsOf, prepareBench } from './bench.ts';

let stack: TestStack;
let bench: Bench;
beforeAll(async () => {
  stack = await startTestStack({ config: { workerWindowSeconds: 30 } });
  bench = await prepareBench(stack);
});
afterAll(async () => {
  await bench?.close();
  await stack?.stop();
});

describe('a run on a Python worker', () => {
  it('a run on a Python worker is claimed, measured, shown with its figures, raw data and log, and completed', async () => {
    const worker = bench.python('bench-1');
    await eventually(async () => (await bench.api.listWorkers()).workers.length === 1);
    const executionId = await bench.execute(['0', '1', '2']);
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({ status: 'completed', message: '', backend });
    expect(execution.progress.planned).toBe(3);
    expect(countsOf(execution)).toEqual({ completed: 3 });
    expect(execution.task.map(({ name, qid, status }) => [name, qid, status]).toSorted()).toEqual([
      ['CheckT1', '0', 'completed'],
      ['CheckT1', '1', 'completed'],
      ['CheckT1', '2', 'completed'],
    ]);
    await bench.unlocked();

    const [task] = execution.task;
    const result = await bench.api.getTaskResult({ params: { task_id: task?.task_id ?? '' } });
    expect(result.output_parameters.t1).toMatchObject({ unit: 'us', value: expect.any(Number) });
    expect(result.output_parameters.t1?.value).toBeGreaterThan(10);
    expect(result.figure_path).toHaveLength(1);
    const figure = await bench.api.getFigureByPath({ query: { path: result.figure_path[0] ?? '' } });
    expect(await figure.text()).toContain('T1 of a qubit');
    const table = await bench.api.downloadFile({ query: { path: result.raw_data_path[0] ?? '' } });
    expect((await table.text()).split('\n')).toHaveLength(23);
    const { lines } = await bench.api.listRunLog({ params: { execution_id: executionId } });
    expect(lines.map(({ text }) => text.slice(0, 13))).toEqual(['CheckT1 of 0:', 'CheckT1 of 1:', 'CheckT1 of 2:']);
    expect(lines.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);

    const chip = await bench.api.getChip({ params: { chip_id: 'W16' } });
    expect(Object.keys(chip.qubits?.['1']?.data ?? {})).toEqual(['t1']);
    const { workers } = await bench.api.listWorkers();
    expect(workers).toEqual([
      expect.objectContaining({ worker: 'bench-1', backends: [backend], status: 'idle', execution_id: null }),
    ]);
    expect(worker.said()).toContain(`${executionId}: completed`);
    await worker.kill();
  });

  it('a run on a Python worker fails with what its flow has thrown, and the log says where', async () => {
    const worker = bench.python('bench-1');
    const executionId = await bench.execute(['no such qubit']);
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({ status: 'failed' });
    expect(execution.message).toContain('no such qubit');
    await bench.unlocked();
    await worker.kill();
  });

  it('a run on the example of a Python worker completes, each qubit with its value', async () => {
    const worker = bench.python('bench-1', { flows: 'examples/python-worker/worker.py' });
    const execution = await bench.ended(await bench.execute(['4', '5']));
    expect(execution).toMatchObject({ status: 'completed', message: '' });
    const { qubits } = await bench.api.getChip({ params: { chip_id: 'W16' } });
    for (const qid of ['4', '5']) {
      expect(qubits?.[qid]?.data.t1?.value).toBeGreaterThan(20);
      expect(qubits?.[qid]?.data.t1?.value).toBeLessThan(60);
    }
    await bench.unlocked();
    await worker.kill();
  });

  it('a run waits for a worker of its backend', async () => {
    const other = bench.python('bench-9', { backend: 'another' });
    const executionId = await bench.execute(['0'], 9);
    await eventually(async () => {
      const { workers } = await bench.api.listWorkers();
      return workers.some(({ worker, status }) => worker === 'bench-9' && status === 'idle');
    });
    expect((await bench.execution(executionId)).status).toBe('scheduled');
    const worker = bench.python('bench-1');
    expect((await bench.ended(executionId)).status).toBe('completed');
    expect(other.journal()).toEqual([]);
    await Promise.all([other.kill(), worker.kill()]);
  });
});

describe('a run on the simulator as a worker', () => {
  it('the simulator as a worker executes every task of its document, with figures and raw data', async () => {
    const code = [
      'parameters: {bad_target_rate: 0, failure_rate: 0}',
      'targets: {qubits: [0, 1, 2, 3]}',
      'stages:',
      '  - {name: box, tasks: [CheckStatus]}',
      '  - {name: check, tasks: [CheckRabi, CheckT1, CheckRabi]}',
      '  - {name: gate, tasks: [CheckCrossResonance]}',
    ].join('\n');
    const name = 'simulated';
    await bench.api.saveFlow({
      body: {
        name,
        code,
        chip_id: 'W16',
        runner: 'worker',
        default_parameters: { backend },
        default_run_parameters: { shots: { value: 500, value_type: 'int' } },
      },
    });
    const worker = bench.simulator('simulator-1');
    const body = { parameters: { CheckT1: { shots: 700 } } };
    const { execution_id } = await bench.api.executeFlow({ params: { name }, body });
    const execution = await bench.ended(execution_id);
    expect(execution).toMatchObject({ status: 'completed', message: '' });
    const couplings = execution.task.filter(({ task_type }) => task_type === 'coupling');
    expect(couplings.length).toBeGreaterThan(0);
    expect(execution.task).toHaveLength(1 + 3 * 4 + couplings.length);
    expect(execution.progress.planned).toBe(execution.task.length);
    const t1 = execution.task.find((task) => task.name === 'CheckT1' && task.qid === '2');
    const result = await bench.api.getTaskResult({ params: { task_id: t1?.task_id ?? '' } });
    expect(result.run_parameters.shots?.value).toBe(700);
    expect(result.json_figure_path).toHaveLength(1);
    const figure = await bench.api.getFigureByPath({ query: { path: result.figure_path[0] ?? '' } });
    expect(await figure.text()).toContain('<svg');
    const rabi = execution.task.find((task) => task.name === 'CheckRabi' && task.qid === '2');
    const measured = await bench.api.getTaskResult({ params: { task_id: rabi?.task_id ?? '' } });
    expect(measured.run_parameters.shots?.value).toBe(500);
    await worker.kill();
  });

  it('a run on the simulator as a worker fails with the reason of a stage that stops the run', async () => {
    const name = 'stopping';
    const code = [
      'targets: {qubits: ["0..7"]}',
      'stages:',
      '  - {name: check, on_failure: stop, tasks: [CheckRabi, CheckT1]}',
      '  - {name: more, tasks: [CheckRamsey]}',
    ].join('\n');
    await bench.api.saveFlow({
      body: { name, code, chip_id: 'W16', runner: 'worker', default_parameters: { backend } },
    });
    const worker = bench.simulator('simulator-1');
    const body = { parameters: { failure_rate: 1 } };
    const { execution_id } = await bench.api.executeFlow({ params: { name }, body });
    const execution = await bench.ended(execution_id);
    expect(execution.status).toBe('failed');
    // A fault makes most fits fail, not every one.
    expect(execution.message).toMatch(/^Stage 'check' stops the run: it failed on (one target|\d targets)$/);
    expect(execution.task.every(({ name }) => name !== 'CheckRamsey')).toBe(true);
    await worker.kill();
  });

  it('the simulator as a worker, killed and started again, goes on behind the results that remain', async () => {
    const name = 'paced';
    const tasks = '[CheckRabi, CheckT1, CheckT2Echo, CheckRamsey]';
    const stage = `  - {name: check, tasks: ${tasks}, targets: {qubits: ['0..7']}}`;
    const code = `pace_seconds: 1.5\nparameters: {bad_target_rate: 0, failure_rate: 0}\nstages:\n${stage}\n`;
    const flow = { name, code, chip_id: 'W16', runner: 'worker', default_parameters: { backend } } as const;
    await bench.api.saveFlow({ body: flow });
    const { execution_id } = await bench.api.executeFlow({ params: { name }, body: {} });
    const worker = bench.simulator('simulator-1');
    await bench.completed(execution_id, 8);
    const before = await bench.execution(execution_id);
    await worker.kill();
    const again = bench.simulator('simulator-1');
    const execution = await bench.ended(execution_id);
    expect(again.said()).toContain(`${execution_id}: resumed`);
    expect(execution).toMatchObject({ status: 'completed' });
    expect(execution.progress.planned).toBe(32);
    expect(countsOf(execution)).toEqual({ completed: 32 });
    expect(execution.task).toHaveLength(32);
    const done = before.task.filter(({ status }) => status === 'completed');
    for (const task of done) expect(execution.task).toContainEqual(task);
    await again.kill();
  });
});
