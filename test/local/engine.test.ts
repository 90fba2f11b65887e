import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DescribeTableCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { spawnGuarded } from '#local/engine/guard.ts';
import { createTableInput, ensureTable, sweepExpired } from '#local/engine/table.ts';
import { freePort } from '#local/ports.ts';
import { trimStreamRecords } from '#local/streams/stream-records.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { engineBinary, startEngine } from '#test/support/engine/start-engine.ts';
import { eventually, isAlive, killAll, processesWith, projectRoot } from '#test/support/stack/processes.ts';

/** Number of the newest stream record in the file of an embedded engine. */
function newestSequenceNumber({ databaseFile = '', tableName }: TestEngine): bigint {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const row = database
    .prepare('SELECT MAX(CAST(sequence_number AS INTEGER)) AS newest FROM _stream_records WHERE table_name = ?')
    .get(tableName);
  database.close();
  return BigInt(Number(row?.newest));
}

describe('the service table on a real engine', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
    await engine.createTable();
  });
  afterAll(() => engine.stop());

  const put = (pk: string, attributes: Record<string, { N: string } | { S: string }> = {}) =>
    engine.client.send(
      new PutItemCommand({ TableName: engine.tableName, Item: { pk: { S: pk }, sk: { S: 'x' }, ...attributes } }),
    );
  const get = async (pk: string) =>
    (
      await engine.client.send(
        new GetItemCommand({ TableName: engine.tableName, Key: { pk: { S: pk }, sk: { S: 'x' } } }),
      )
    ).Item;

  test('the service table on a real engine has the four indexes, the projections and the stream of the definition', async () => {
    const { Table } = await engine.client.send(new DescribeTableCommand({ TableName: engine.tableName }));
    const expected = createTableInput(engine.tableName);
    expect(Table?.KeySchema).toEqual(expected.KeySchema);
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const projections = Object.fromEntries(
      (Table?.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, index.Projection]),
    );
    expect(projections).toEqual({
      gsi1: { ProjectionType: 'ALL' },
      gsi2: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['entity', 'v', 'rev', 'slim'] },
      gsi3: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['entity', 'v', 'rev', 'slim'] },
      gsi4: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['entity', 'v', 'rev', 'slim'] },
    });
  });

  test('creating the table again changes nothing and keeps the data', async () => {
    await put('kept');
    await engine.createTable();
    expect(await get('kept')).toBeDefined();
  });

  test('the sweep of the local engine deletes expired items and leaves later and timeless ones', async () => {
    await put('expired', { expires_at: { N: '1000' } });
    await put('later', { expires_at: { N: '1002' } });
    await put('timeless');
    expect(await sweepExpired(engine.client, engine.tableName, 1001)).toBe(1);
    expect(await get('expired')).toBeUndefined();
    expect(await get('later')).toBeDefined();
    expect(await get('timeless')).toBeDefined();
  });

  test('trimming the stream takes what every consumer was delivered, never the newest record, and writing goes on', async (context) => {
    const file = engine.databaseFile ?? context.skip('only the embedded engine keeps its stream records for ever');
    const trim = (...delivered: (bigint | undefined)[]) => trimStreamRecords(file, engine.tableName, delivered);
    trim();
    for (let i = 0; i < 20; i += 1) await put(`record-${i}`);
    const newest = newestSequenceNumber(engine);
    expect(trim(newest, undefined), 'a consumer that has been delivered nothing').toBe(0);
    expect(trim(newest, newest - 15n)).toBe(6);
    expect(trim(newest)).toBe(14);
    expect(trim(newest)).toBe(0);
    await put('after the trim');
    expect(newestSequenceNumber(engine)).toBe(newest + 1n);
    expect(await get('after the trim')).toBeDefined();
    expect(trim(), 'without a consumer').toBe(1);
  });
});

describe.skipIf(missingEngine)(
  `the embedded engine as a process${missingEngine && ` (skipped: ${missingEngine})`}`,
  () => {
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'fiducial-engine-'));
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    test("stopping ends the engine's process, twice as well, and its data is there at the next start", async () => {
      const file = join(directory, 'stop.db');
      const first = await startEngine(file);
      const writer = localClient(first.access);
      await ensureTable(writer, 'kept-table', file);
      await writer.send(new PutItemCommand({ TableName: 'kept-table', Item: { pk: { S: 'a' }, sk: { S: 'b' } } }));
      await Promise.all([first.stop(), first.stop()]);
      expect(enginesOf(file)).toEqual([]);

      const second = await startEngine(file);
      const reader = localClient(second.access);
      const { Item } = await reader.send(
        new GetItemCommand({ TableName: 'kept-table', Key: { pk: { S: 'a' }, sk: { S: 'b' } } }),
      );
      expect(Item).toEqual({ pk: { S: 'a' }, sk: { S: 'b' } });
      await second.stop();
    });

    test('an engine that exits by itself is a failed start that repeats its words', async () => {
      await expect(startEngine(join(directory, 'missing', 'folder', 'x.db'))).rejects.toThrow(
        /database engine ended \(code [1-9].*\): \S+/,
      );
    });

    test('an engine that dies is noticed', async () => {
      const file = join(directory, 'dies.db');
      const engine = await startEngine(file);
      killAll(enginesOf(file));
      expect(await engine.ended).toMatch(/^The database engine ended/);
      await engine.stop();
    });

    // The shell's guard is everybody's but Windows', which has Node's.
    test.each(['linux', 'win32'])(
      'a parent killed by SIGKILL leaves no engine behind under the guard of %s',
      async (platform) => {
        const file = join(directory, `orphan-${platform}.db`);
        const command = [
          engineBinary(),
          'serve',
          '--host',
          '127.0.0.1',
          '--port',
          String(await freePort()),
          '--db-path',
          file,
        ];
        const script = `
      import { spawnGuarded } from './local/engine/guard.ts';
      await spawnGuarded(${JSON.stringify(command)}, (line) => line.startsWith('Dynoxide listening'), { platform: '${platform}' });
      console.log('up');`;
        const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
          cwd: projectRoot,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(parent.stdout, 'data');
        const engines = enginesOf(file);
        expect(engines.length, 'the engine and its guard').toBeGreaterThanOrEqual(2);
        parent.kill('SIGKILL');
        await eventually(() => engines.every((pid) => !isAlive(pid)));
      },
    );

    test('under the guard of Windows an engine stops when it is told to, and one that fails is a failed start with its words', async () => {
      const file = join(directory, 'guarded.db');
      const serve = [
        engineBinary() ?? '',
        'serve',
        '--host',
        '127.0.0.1',
        '--port',
        String(await freePort()),
        '--db-path',
      ];
      const isReady = (line: string) => line.startsWith('Dynoxide listening');
      const engine = await spawnGuarded([...serve, file], isReady, { platform: 'win32' });
      await Promise.all([engine.stop(), engine.stop()]);
      expect(enginesOf(file)).toEqual([]);
      await expect(
        spawnGuarded([...serve, join(directory, 'missing', 'x.db')], isReady, { platform: 'win32' }),
      ).rejects.toThrow(/database engine ended \(code [1-9].*\): \S+/);
      await expect(spawnGuarded([join(directory, 'no-program')], isReady, { platform: 'win32' })).rejects.toThrow(
        /code 127.*ENOENT/,
      );
    });
  },
);

/** Process ids of a database file's engine and of the guard around it. */
function enginesOf(file: string): number[] {
  return processesWith(`--db-path ${file}`);
}
