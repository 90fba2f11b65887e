import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { contextOf } from '#functions/runtime.ts';
import { localClient } from '#local/engine/client.ts';
import { startStack } from '#local/stack.ts';
import { getChip } from '#shared/chips/store/chips.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { type Context, nowOf } from '#shared/kernel/context.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { type Database, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { archivedMonthEntity } from '#shared/results/store/archived-months.ts';
import { type TaskResultRecord, taskResultEntity } from '#shared/results/store/task-results.ts';
import { HeldMonth } from '#shared/results/verbs/archive/held-month.ts';
import { takeOut } from '#shared/results/verbs/archive/move-results.ts';
import { writeResultsFile } from '#shared/results/verbs/archive/results-file.ts';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { type ExecutionRecord, getExecution } from '#shared/runs/store/executions.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { planOf, type StackRuns, stackRuns } from '#test/support/stack/stack-runs.ts';
import { storedBytes } from './stored-bytes.ts';

const size = 16;
const taskCount = 10;
const reading = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface Consumed {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

/** What one task of a run takes, with all that the stream derives from it. */
export interface TaskUse {
  /** Units, and bytes that the table holds more, its indexes and roll-ups included. */
  written: number;
  read: number;
  stored: number;
  /** Of these, what goes with the result once it is archived. */
  ofResult: number;
  /** Files of figures and raw data, and their bytes. */
  files: number;
  fileBytes: number;
}

/** What it takes to archive a result: units, and bytes of its file. */
export interface ArchiveUse {
  written: number;
  read: number;
  fileBytes: number;
}

/** What a task takes of runs that follow each other on one chip, and then its archive. */
export async function unitsOfRuns(runs: number): Promise<{ tasks: TaskUse[]; archive: ArchiveUse }> {
  const folder = await mkdtemp(join(tmpdir(), 'fiducial-units-'));
  const engine = await startMeteredEngine(folder);
  const client = localClient(engine.access);
  // Not counted: how often one looks whether a run has ended depends on the machine.
  const watching = localClient(engine.access);
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
    { step: 'initialize', name: 'unitsOfBench' },
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
  const chip = await stackRuns({ ...stack, admin }, 'UNITS', size);
  const tasks = [...STANDARD_SEQUENCES.CHECK_1Q, ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK].slice(0, taskCount);
  const units: TaskUse[] = [];
  const objects = join(folder, 'objects');
  let before = { ...(await storedIn(client, config.tableName)), ...(await filesIn(objects)) };
  for (let n = 0; n < runs; n += 1) {
    Object.assign(sums, { written: 0, read: 0 });
    const run = await chip.start(planOf(tasks, chip.qids));
    await ended({ ...stack.runtime.db, client: watching }, run);
    await stack.streams.settle();
    const count = size * taskCount;
    const { written, read } = sums;
    const after = { ...(await storedIn(client, config.tableName)), ...(await filesIn(objects)) };
    units.push({
      written: written / count,
      read: read / count,
      stored: (after.stored - before.stored) / count,
      ofResult: (after.results - before.results) / count,
      files: (after.files - before.files) / count,
      fileBytes: (after.fileBytes - before.fileBytes) / count,
    });
    before = after;
  }
  const archive = await archiveUse(contextOf(stack.runtime, 'bench'), chip, client, sums);
  await stack.close();
  watching.destroy();
  client.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
  return { tasks: units, archive };
}

async function archiveUse(
  ctx: Context,
  { ctx: { projectId }, chipId }: StackRuns,
  client: DynamoDBClient,
  sums: { written: number; read: number },
): Promise<ArchiveUse> {
  const record = await getChip(ctx.db, projectId, chipId);
  const results: Stored<TaskResultRecord>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: ctx.db.tableName }))
    for (const item of Items.map(fromImage))
      if (item.entity === taskResultEntity.name) results.push(taskResultEntity.decode(item));
  if (!record) throw new Error(`no chip ${chipId}`);
  const month = { projectId, chipId, month: '202401', chipCreatedAt: record.createdAt, parts: [] };
  await writeItem(ctx.db, { put: archivedMonthEntity.encode({ ...month, state: 'archiving', dueAt: nowOf(ctx) }, 1) });
  const held = await HeldMonth.claim(ctx, month);
  if (!held) throw new Error('another sweep works on the month');
  Object.assign(sums, { written: 0, read: 0 });
  await takeOut(ctx, { chip: record, held }, results);
  const { written, read } = sums;
  const count = results.length;
  return { written: written / count, read: read / count, fileBytes: writeResultsFile(results).length / count };
}

async function ended(db: Database, { projectId, executionId }: ExecutionRecord): Promise<void> {
  for (;;) {
    const found = await getExecution(db, projectId, executionId);
    if (found && isEnded(found.status)) return;
    await sleep(100);
  }
}

async function storedIn(client: DynamoDBClient, tableName: string): Promise<{ stored: number; results: number }> {
  const bytes = { stored: 0, results: 0 };
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName }))
    for (const item of Items.map(fromImage)) {
      bytes.stored += storedBytes(item);
      if (item.entity === taskResultEntity.name) bytes.results += storedBytes(item);
    }
  return bytes;
}

async function filesIn(folder: string): Promise<{ files: number; fileBytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return { files: files.length, fileBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
