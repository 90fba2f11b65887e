import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import { type Engine, startEngine } from '#local/engine/engine.ts';
import { readBy } from '#local/engine/reader.ts';
import { ensureTable } from '#local/engine/table.ts';
import { getItem, openDatabase, queryAll } from '#shared/store/dynamodb/database.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';

const tableName = 'fiducial-test';
let folder: string;
let engine: Engine;
let reader: Engine;
let client: ReturnType<typeof localClient>;
beforeEach(async () => {
  folder = await makeScratch('fiducial-reader-');
  const file = join(folder, 'dynamodb.db');
  engine = await startEngine(file);
  // Both before there is a table, as at the first start.
  reader = await startEngine(file);
  client = localClient(engine.endpoint);
  readBy(client, reader);
  await ensureTable(client, tableName, file);
});
afterEach(async () => {
  client.destroy();
  await reader.stop();
  await engine.stop();
  await rm(folder, { recursive: true });
});

const key = { pk: 'a', sk: 'b' };
const put = (value: number) =>
  client.send(
    new PutItemCommand({
      TableName: tableName,
      Item: { pk: { S: 'a' }, sk: { S: 'b' }, gsi1pk: { S: 'g' }, gsi1sk: { S: 'b' }, value: { N: String(value) } },
    }),
  );

test('what was written is read at once by the second engine, by its key and by an index, also while others write', async () => {
  const db = openDatabase(client, tableName);
  for (let value = 0; value < 100; value += 1) {
    await put(value);
    const other = client.send(
      new PutItemCommand({ TableName: tableName, Item: { pk: { S: 'other' }, sk: { S: String(value) } } }),
    );
    const [item, [row]] = await Promise.all([getItem(db, key), queryAll(db, { index: 'gsi1', pk: 'g' })]);
    expect([item?.value, row?.value]).toEqual([value, value]);
    await other;
  }
});

test('reads are the second engine’s alone, so that none waits for a write', async () => {
  await put(1);
  await engine.stop();
  expect((await getItem(openDatabase(client, tableName), key))?.value).toBe(1);
  await expect(put(2)).rejects.toThrow();
});

test('reads go to the first engine when the second has ended', async () => {
  await put(1);
  await reader.stop();
  await reader.ended;
  expect((await getItem(openDatabase(client, tableName), key))?.value).toBe(1);
  const { Item } = await client.send(
    new GetItemCommand({ TableName: tableName, Key: { pk: { S: 'a' }, sk: { S: 'b' } } }),
  );
  expect(Item?.value).toEqual({ N: '1' });
});
