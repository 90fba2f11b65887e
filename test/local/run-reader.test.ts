import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { startEngine } from '#local/engine/engine.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/config.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { planOf, stackRuns } from '#test/support/stack/stack-runs.ts';

const password = 'correct horse battery staple';

test('a run reads by a second engine, and by the first when that one has ended', async () => {
  const folder = await makeScratch('fiducial-run-reader-');
  const file = join(folder, 'dynamodb.db');
  const engine = await startEngine(file);
  const reader = await startEngine(file);
  const client = localClient(engine.endpoint);
  const config = loadConfig({ LOG_LEVEL: 'ERROR' });
  const errors: unknown[] = [];
  const stack = await startStack({
    engine,
    reader,
    client,
    config,
    secrets: { seed: async () => new Uint8Array(32), adminPassword: async () => password },
    objectsFolder: join(folder, 'objects'),
    site: undefined,
    port: 0,
    limits: { timeoutMilliseconds: 600_000 },
    onError: (error) => errors.push(error),
  });
  try {
    const runs = await stackRuns({ ...stack, admin: { username: config.adminUsername, password } }, 'READER', 16);
    const run = async () => {
      const { executionId } = await runs.start(planOf(['CheckRabi', 'CheckT1'], runs.qids));
      return runs.ended(executionId);
    };
    expect(await run()).toMatchObject({ status: 'completed', cursor: 32 });
    await reader.stop();
    expect(await run()).toMatchObject({ status: 'completed', cursor: 32 });
    expect(errors).toEqual([]);
  } finally {
    await stack.close();
    client.destroy();
    await reader.stop();
    await engine.stop();
    await rm(folder, { recursive: true });
  }
});
