import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureTable } from '#local/engine/table.ts';
import { copyTable } from '#scripts/operations/lib/table-copy.ts';
import type { Item } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, type Database, openDatabase, queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { scanSegments } from '#shared/kernel/store/dynamodb/segmented-scan.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

let engine: TestEngine;
let live: Database;
let restored: Database;
beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
  const other = `${engine.tableName}-restored`;
  await ensureTable(engine.client, other, engine.databaseFile);
  live = openDatabase(engine.client, engine.tableName);
  restored = openDatabase(engine.client, other);
});
afterAll(async () => {
  await engine.client.send(new DeleteTableCommand({ TableName: restored.tableName }));
  await engine.stop();
});

const item = (sk: string, value: number): Item => ({ pk: 'P#1', sk, value, gsi1pk: 'P#1#LIST', gsi1sk: sk });
const put = (db: Database, items: Item[]) =>
  batchWriteItems(
    db,
    items.map((entry) => ({ put: entry })),
  );
const content = (db: Database) => queryAll(db, { pk: 'P#1', consistent: true });

test('a restored table replaces what changed, on the indexes too, and with --exact deletes what came later', async () => {
  // More than a page of a scan, which holds 1 MB.
  const before = Array.from({ length: 60 }, (_, index) => ({
    ...item(`item-${String(index).padStart(3, '0')}`, index),
    text: 'x'.repeat(25_000),
  }));
  await put(restored, before);
  const [lost, changed, ...same] = before;
  await put(live, [...same, { ...changed, value: -1 } as Item, item('later', 1)]);
  expect(await content(live)).not.toContainEqual(lost);

  expect(await copyTable(restored, live, { exact: false })).toEqual({ copied: 60, deleted: 0 });
  expect(await content(live)).toEqual([...before, item('later', 1)]);

  expect(await copyTable(restored, live, { exact: true, segments: 3 })).toEqual({ copied: 60, deleted: 1 });
  expect(await content(live)).toEqual(before);
  expect(await queryAll(live, { pk: 'P#1#LIST', index: 'gsi1' })).toHaveLength(60);
  expect(await content(restored)).toEqual(before);
});

test('parts of a table that are read side by side have every item once', async () => {
  const items = Array.from({ length: 500 }, (_, n) => ({
    pk: `P#${n % 50}`,
    sk: `part-${n}`,
    text: 'x'.repeat(8_000),
  }));
  await put(restored, items);
  for (const segments of [1, 4, 9]) {
    const keys: string[] = [];
    for await (const page of scanSegments(restored, {}, segments))
      keys.push(...page.map(({ pk, sk }) => `${pk} ${sk}`));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(items.map(({ pk, sk }) => `${pk} ${sk}`)));
  }
});

test('a scan in parts fails if one part fails, and cleans up when its reader stops', async () => {
  const missing = openDatabase(engine.client, 'missing');
  await expect(scanSegments(missing, {}, 3).next()).rejects.toThrow();
  const pages = scanSegments(restored, {}, 3);
  await pages.next();
  expect(await pages.return(undefined)).toEqual({ done: true, value: undefined });
});
