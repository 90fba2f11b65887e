import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#local/ports.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { eventually, processesWith, projectRoot } from '#test/support/stack/processes.ts';
import { countsOf, prepareBench } from './bench.ts';
import type { Served } from './serve.ts';

/** Half of it is more than a service takes to start, on a busy machine too. */
const windowSeconds = 60;

let directory: string;
let port: number;
let child: ChildProcess | undefined;
beforeAll(async () => {
  directory = await makeScratch('fiducial-served-');
  port = await freePort();
});
afterAll(async () => {
  await kill();
  await rm(directory, { recursive: true });
});

async function serve(): Promise<Served> {
  const env = { ...process.env, WORKER_WINDOW_SECONDS: String(windowSeconds), STRICT_RESPONSES: 'true' };
  child = fork(join(projectRoot, 'test/worker/serve.ts'), [directory, String(port)], { execArgv: [], env });
  const [served] = (await once(child, 'message')) as [Served];
  return served;
}

async function kill(): Promise<void> {
  if (child && child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  // The engine ends with the process that started it; only then is its file free.
  await eventually(() => processesWith(directory).length === 0);
}

it('a worker goes on with its run when the service is killed and started again', async () => {
  const bench = await prepareBench(await serve());
  try {
    const qids = ['0', '1', '2', '3', '4', '5', '6', '7'];
    const worker = bench.python('bench-1');
    const executionId = await bench.execute(qids, 50);
    await bench.completed(executionId, 2);
    const before = await bench.execution(executionId);
    await kill();
    await serve();
    const execution = await bench.ended(executionId);
    expect(execution).toMatchObject({ status: 'completed', message: '' });
    expect(countsOf(execution)).toEqual({ completed: qids.length });
    // What was acknowledged remains as it was, and no point was measured twice.
    const done = before.task.filter(({ status }) => status === 'completed');
    expect(done.length).toBeGreaterThanOrEqual(2);
    for (const task of done) expect(execution.task).toContainEqual(task);
    expect(worker.journal().filter(({ event }) => event === 'drive')).toHaveLength(qids.length * 50);
    await bench.unlocked();
  } finally {
    await bench.close();
  }
});
