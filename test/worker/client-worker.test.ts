import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#shared/api/client.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Bench, prepareBench } from './bench.ts';
import type { WorkerProcess } from './worker-process.ts';

let stack: TestStack;
let bench: Bench;
let worker: WorkerProcess;
const backend = 'sweeps-bench';
beforeAll(async () => {
  stack = await startTestStack();
  bench = await prepareBench(stack);
  worker = bench.sweeping('sweeper', backend);
  await eventually(async () => (await tasks()).length > 0);
});
afterAll(async () => {
  await bench?.close();
  await stack?.stop();
});

const tasks = async () => (await bench.api.listTasks({ query: { backend } })).tasks;

interface Note {
  event: 'drive' | 'still';
  at: number;
  points?: number;
}
const notes = (): Note[] =>
  worker
    .said()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Note] : []));

describe('a worker on the TypeScript client, as a process of its own', () => {
  it('a worker on the TypeScript client announces its tasks, and runs one of them by itself with its form checked', async () => {
    expect(await tasks()).toMatchObject([{ name: 'SlowT1', task_type: 'qubit', backend }]);
    const queued = (points: number) =>
      bench.api.queueTask({
        body: { task_name: 'SlowT1', backend, chip_id: 'W16', parameters: { qids: ['0'], points } },
      });
    await expect(queued(1)).rejects.toThrow(ApiError);
    const { execution_id } = await queued(5);
    const execution = await bench.ended(execution_id ?? '');
    expect(execution).toMatchObject({ status: 'completed', live_trace: null });
    expect(execution.task.map(({ name, qid, status }) => [name, qid, status])).toEqual([['SlowT1', '0', 'completed']]);
  });

  it('a worker on the TypeScript client that is cancelled inside a sweep stops and reports the half of it', async () => {
    const { execution_id } = await bench.api.queueTask({
      body: { task_name: 'SlowT1', backend, chip_id: 'W16', parameters: { qids: ['1', '2'], points: 600 } },
    });
    const executionId = execution_id ?? '';
    await eventually(async () => ((await bench.execution(executionId)).live_trace?.lines['1']?.length ?? 0) > 0);
    const { flow_run_id } = await bench.execution(executionId);
    const cancelledAt = Date.now();
    await bench.api.cancelExecution({ params: { flow_run_id } });
    const execution = await bench.ended(executionId);
    const still = notes().find(({ event }) => event === 'still');
    process.stdout.write(`from cancel to stop: ${(((still?.at ?? 0) - cancelledAt) / 1000).toFixed(2)} s\n`);
    expect(notes().filter(({ event, at }) => event === 'drive' && at > (still?.at ?? 0))).toEqual([]);
    expect(still?.points).toBeGreaterThan(0);
    expect(still?.points).toBeLessThan(600);
    expect(execution.status).toBe('cancelled');
    expect(execution.task.map(({ qid, status }) => [qid, status])).toEqual([['1', 'cancelled']]);
    const result = await bench.api.getTaskResult({ params: { task_id: execution.task[0]?.task_id ?? '' } });
    expect(result.message).toBe(`${still?.points} of 600 points`);
    const table = await bench.api.downloadFile({ query: { path: result.raw_data_path[0] ?? '' } });
    expect((await table.text()).trimEnd().split('\n')).toHaveLength(still?.points ?? 0);
    const { lines } = await bench.api.listRunLog({ params: { execution_id: executionId } });
    expect(lines.map(({ text }) => text)).toEqual([`${still?.points} of 600 points`]);
    await bench.unlocked();
  });
});
