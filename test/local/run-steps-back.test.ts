import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RequestsInFlight } from '#local/requests-in-flight.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { startTestEngine } from '#test/support/engine/engine.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { eventually } from '#test/support/stack/processes.ts';
import { planOf, stackRuns } from '#test/support/stack/stack-runs.ts';

const password = 'correct horse battery staple';

test('a run steps back while a request is answered, and comes to its end although none ends', async () => {
  const engine = await startTestEngine();
  const config = loadConfig({ TABLE_NAME: engine.tableName, LOG_LEVEL: 'ERROR' });
  const folder = await makeScratch('fiducial-step-back-');
  const requests = new RequestsInFlight();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  const stack = await startStack({
    engine,
    client: engine.client,
    config,
    secrets: { seed: async () => new Uint8Array(32), adminPassword: async () => password },
    objectsFolder: join(folder, 'objects'),
    site: undefined,
    port: 0,
    limits: { timeoutMilliseconds: 600_000 },
    requests,
    onError: (error) => errors.push(error),
  });
  try {
    const runs = await stackRuns({ ...stack, admin: { username: config.adminUsername, password } }, 'BACK', 16);
    const request = requests.during(() => held);
    const { executionId } = await runs.start(planOf(['CheckRabi', 'CheckT1'], runs.qids));
    // The memory answers how many wait; who is woken too early waits again.
    await eventually(() => Atomics.notify(new Int32Array(requests.memory), 0) > 0);
    expect(await runs.ended(executionId)).toMatchObject({ status: 'completed', cursor: 32 });
    answer();
    await request;
    expect(errors).toEqual([]);
  } finally {
    await stack.close();
    await engine.stop();
    await rm(folder, { recursive: true });
  }
});
