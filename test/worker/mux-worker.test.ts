import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, projectRoot } from '#test/support/stack/processes.ts';
import { startTestStack } from '#test/support/stack/stack.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { type Bench, prepareBench } from './bench.ts';

let stack: TestStack;
let bench: Bench;
beforeAll(async () => {
  stack = await startTestStack();
  bench = await prepareBench(stack);
});
afterAll(async () => {
  await bench?.close();
  await stack?.stop();
});

interface Note {
  event: 'drive' | 'still';
  /** Seconds since 1970. */
  at: number;
  points: number;
}

const program = join(projectRoot, 'examples/mux-worker/worker.py');

/** The example as a process of its own. */
function startMuxWorker(backend: string) {
  const env = { ...process.env, FIDUCIAL_TOKEN: bench.token, NO_PROXY: '127.0.0.1', PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn('python3', [program, `${stack.url}/api`, backend], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const gone = once(child, 'exit');
  return {
    notes: () =>
      said
        .split('\n')
        .slice(0, -1)
        .map((line): Note => {
          const [event, at, points] = line.split(' ');
          return { event: event as Note['event'], at: Number(at), points: Number(points) };
        }),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

it('the example of a mux worker has at most 40 lines', () => {
  const lines = readFileSync(program, 'utf8').split('\n');
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(40);
});

it('a worker that is cancelled inside a sweep of a mux stops and reports what it has measured', async () => {
  const { api } = bench;
  const points = 600;
  const default_parameters = { backend: 'mux-bench', mux_id: 0, points, step_seconds: 0.1 };
  const source = { code: '# The worker knows it.\n', chip_id: 'W16', runner: 'worker' as const };
  await api.saveFlow({ body: { ...source, name: 'sweep', default_parameters } });
  const worker = startMuxWorker('mux-bench');
  try {
    const { execution_id, flow_run_id } = await api.executeFlow({ params: { name: 'sweep' }, body: {} });
    const { live } = { live: async () => (await bench.execution(execution_id)).live_trace };
    await eventually(async () => ((await live())?.lines['0']?.length ?? 0) > 0);
    const cancelledAt = Date.now() / 1000;
    await api.cancelExecution({ params: { flow_run_id } });
    const execution = await bench.ended(execution_id);
    const notes = worker.notes();
    const still = notes.find(({ event }) => event === 'still');
    process.stdout.write(`from cancel to stop: ${((still?.at ?? 0) - cancelledAt).toFixed(2)} s\n`);
    // A point that was begun is measured to its end, and everything that was driven is given.
    expect(notes.filter(({ event }) => event === 'drive')).toHaveLength(still?.points ?? 0);
    expect(still?.points).toBeGreaterThan(0);
    expect(still?.points).toBeLessThan(points);
    expect(execution).toMatchObject({ status: 'cancelled', live_trace: null });
    expect(execution.task.map(({ status, mux_id, qid }) => [status, mux_id, qid]).toSorted()).toEqual(
      ['', '0', '1', '2', '3'].map((qid) => ['cancelled', 0, qid]),
    );
    const result = await api.getTaskResult({ params: { task_id: execution.task[0]?.task_id ?? '' } });
    expect(result.message).toBe(`${still?.points} of ${points} points`);
    const table = await api.downloadFile({ query: { path: result.raw_data_path[0] ?? '' } });
    expect((await table.text()).trimEnd().split('\n')).toHaveLength(still?.points ?? 0);
    await bench.unlocked();
  } finally {
    await worker.kill();
  }
});
