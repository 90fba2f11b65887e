import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localClient } from '#local/engine/client.ts';
import { startEngine } from '#local/engine/engine.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/config.ts';
import { STANDARD_SEQUENCES } from '#shared/domain/runs/sequences.ts';
import { planOf, stackRuns } from '#test/support/stack/stack-runs.ts';

const size = 16;
const taskCount = 10;
const reading = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface Consumed {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

/** Units a task of runs that follow each other on one chip, with all that the stream derives from them. */
export async function unitsOfRuns(runs: number): Promise<{ written: number; read: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-units-'));
  const engine = await startEngine(join(folder, 'dynamodb.db'));
  const client = localClient(engine.endpoint);
  const sums = { written: 0, read: 0 };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity: consumed } = result.output as Consumed;
        const units = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        sums[reading.has(commandName.replace(/Command$/, '')) ? 'read' : 'written'] += units;
        return result;
      },
    { step: 'initialize', name: 'countUnits' },
  );
  const config = loadConfig({ LOG_LEVEL: 'ERROR' });
  const password = 'a password for measurements';
  const stack = await startStack({
    engine,
    client,
    config,
    secrets: { seed: async () => new Uint8Array(32), adminPassword: async () => password },
    // In this thread, where its calls are counted.
    clock: () => new Date(),
    objectsFolder: join(folder, 'objects'),
    site: undefined,
    port: 0,
    onError: (error) => console.error(error),
  });
  const admin = { username: config.adminUsername, password };
  const { qids, ...chip } = await stackRuns({ ...stack, admin }, 'UNITS', size);
  const tasks = [...STANDARD_SEQUENCES.CHECK_1Q, ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK].slice(0, taskCount);
  const units: { written: number; read: number }[] = [];
  for (let n = 0; n < runs; n += 1) {
    Object.assign(sums, { written: 0, read: 0 });
    const { executionId } = await chip.start(planOf(tasks, qids));
    await chip.ended(executionId, 250);
    await stack.streams.settle();
    const count = size * taskCount;
    units.push({ written: sums.written / count, read: sums.read / count });
  }
  await stack.close();
  client.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
  return units;
}
