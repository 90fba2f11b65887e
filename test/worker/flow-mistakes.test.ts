import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Bench, backend, countsOf, prepareBench } from './bench.ts';

let stack: TestStack;
let bench: Bench;
beforeAll(async () => {
  stack = await startTestStack({ config: { workerWindowSeconds: 30 } });
  bench = await prepareBench(stack);
  bench.python('bench-1', { runCode: true });
});
afterAll(async () => {
  await bench?.close();
  await stack?.stop();
});

/** Runs a flow of this source on the example worker. @returns the execution as it ended. */
async function endOf(...body: string[]) {
  await bench.api.saveFlow({
    body: {
      name: 'mistake',
      code: ['def measure(run, **_):', ...body.map((line) => `    ${line}`)].join('\n'),
      chip_id: 'W16',
      flow_function_name: 'measure',
      default_parameters: { backend },
      runner: 'worker',
    },
  });
  const { execution_id } = await bench.api.executeFlow({ params: { name: 'mistake' }, body: {} });
  const execution = await bench.ended(execution_id);
  await bench.unlocked();
  return execution;
}

const t1 = `'task': 'CheckT1', 'task_type': 'qubit', 'qid': '0'`;

describe('the example worker', () => {
  it.each([
    ['a value that is no number', `'output_parameters': {'t1': {'value': float('nan'), 'unit': 'us'}}`],
    ['an object of its own', `'run_parameters': {'shots': {'value': object()}}`],
  ])('a run whose flow reports %s fails and says of which task, and its worker works on', async (_, mistake) => {
    const execution = await endOf(`yield {${t1}, 'status': 'completed', ${mistake}}`);
    expect(execution).toMatchObject({ status: 'failed' });
    expect(execution.message).toContain("The result of 'CheckT1' on '0' cannot be sent");
    expect((await endOf(`yield {${t1}, 'status': 'completed'}`)).status).toBe('completed');
  });

  it('a worker reports what a flow has yielded, whatever the flow does with it then', async () => {
    const execution = await endOf(
      `result = {${t1}, 'status': 'running'}`,
      'yield result',
      `result.update(status='completed', qid='1')`,
      'yield result',
    );
    expect(countsOf(execution)).toEqual({ completed: 1, failed: 1 });
  });

  it('a worker sends what is said of one task in two batches, also where its stage is named but once', async () => {
    const execution = await endOf(
      `yield {${t1}, 'status': 'running'}`,
      `yield {${t1}, 'stage': 0, 'status': 'completed'}`,
    );
    expect(execution.status).toBe('completed');
    expect(countsOf(execution)).toEqual({ completed: 1 });
  });

  it('a worker writes into the log of its run which values the service has not taken, and why', async () => {
    const execution = await endOf(
      `yield {${t1}, 'status': 'completed', 'output_parameters': {'t1': {'value': -12, 'unit': 'us'}}}`,
    );
    expect(execution.status).toBe('completed');
    const { lines } = await bench.api.listRunLog({ params: { execution_id: execution.execution_id } });
    expect(lines).toMatchObject([{ level: 'warning', text: "Not taken: 't1' of qubit '0': -12 is not above 0" }]);
  });

  it('a worker sends letters that are none as question marks, in place of losing its run for them', async () => {
    const execution = await endOf(
      `run.log('info', 'file \\udc80.dat')`,
      `yield {${t1}, 'status': 'completed', 'message': 'from \\udc80.dat'}`,
      `raise ValueError('no \\udc80.dat')`,
    );
    expect(execution).toMatchObject({ status: 'failed', message: 'ValueError: no ?.dat' });
    const { lines } = await bench.api.listRunLog({ params: { execution_id: execution.execution_id } });
    expect(lines[0]?.text).toBe('file ?.dat');
  });
});
