import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Bench, backend, prepareBench } from './bench.ts';

let stack: TestStack;
let bench: Bench;
beforeAll(async () => {
  stack = await startTestStack({ config: { workerWindowSeconds: 30 } });
  bench = await prepareBench(stack);
  bench.python('bench-1');
});
afterAll(async () => {
  await bench?.close();
  await stack?.stop();
});

const linesOf = async (execution_id: string) =>
  (await bench.api.listRunLog({ params: { execution_id } })).lines.map(({ level, text }) => ({ level, text }));

it('a run whose flow is wrong ends with its mistakes told in letters that can be sent, and its worker works on', async () => {
  await bench.api.saveFlow({
    body: {
      ...{ name: 'wrong', code: '# The worker knows it.\n', chip_id: 'W16', runner: 'worker' },
      ...{ flow_function_name: 'measure_wrongly', default_parameters: { backend, qids: ['0'] } },
    },
  });
  const { execution_id } = await bench.api.executeFlow({ params: { name: 'wrong' }, body: {} });
  const execution = await bench.ended(execution_id);
  expect(execution).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/ValueError: the file .+\.dat is missing/),
  });
  const tasks = execution.task.map(({ name, status, message }) => ({ name, status, message }));
  expect(tasks).toMatchObject([
    { name: 'NotANumber', status: 'failed', message: expect.stringContaining('t1') },
    { name: 'Unencodable', status: 'failed', message: expect.stringMatching(/no .+\.dat/) },
  ]);
  await bench.unlocked();
  expect((await bench.ended(await bench.execute(['1']))).status).toBe('completed');
});

it('a worker writes into the log of its run which values the service has not taken, and why', async () => {
  const execution = await bench.ended(await bench.execute(['2'], 5));
  expect(execution.status).toBe('completed');
  expect(await linesOf(execution.execution_id)).toEqual([
    { level: 'warning', text: expect.stringMatching(/^CheckT1 of 2: t2_echo is (refused|faulty): .*not above 0/) },
  ]);
});
