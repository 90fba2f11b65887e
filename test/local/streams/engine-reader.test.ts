import { BatchWriteItemCommand, DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EngineReader, entitiesOf } from '#local/streams/engine-reader.ts';
import { type FilterPattern, streamConsumers } from '#shared/kernel/store/system/stream-consumers.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

let engine: TestEngine;
let reader: EngineReader | undefined;
beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
  const names = { tableName: engine.tableName, streamArn: 'arn:stream' };
  reader = engine.databaseFile ? new EngineReader(engine.databaseFile, names) : undefined;
});
afterAll(async () => {
  reader?.close();
  await engine.stop();
});

const item = (pk: string, entity: string) => ({ pk: { S: pk }, sk: { S: 'x' }, entity: { S: entity } });
const wanted: FilterPattern = { dynamodb: { NewImage: { entity: { S: ['wanted'] } } } };
const gone: FilterPattern = { eventName: ['REMOVE'], dynamodb: { OldImage: { entity: { S: ['wanted'] } } } };

test('one turn skips unwanted records and continues after them', async (context) => {
  if (!reader) return context.skip('only the embedded engine has a file');
  for (let from = 0; from < 700; from += 25) {
    const requests = Array.from({ length: 25 }, (_, n) => ({
      PutRequest: { Item: item(`item-${from + n}`, (from + n) % 350 === 0 ? 'wanted' : 'unwanted') },
    }));
    await engine.client.send(new BatchWriteItemCommand({ RequestItems: { [engine.tableName]: requests } }));
  }
  const one = reader.readerOf([wanted, gone]);
  const first = await one.next(undefined);
  expect(first).toMatchObject({ read: 500, last: '500', end: false });
  const second = await one.next({ after: '500' });
  expect(second).toMatchObject({ read: 200, last: '700' });
  const ids = [...first.records, ...second.records].map(({ dynamodb }) => dynamodb?.NewImage?.pk?.S);
  expect(ids.toSorted()).toEqual(['item-0', 'item-350']);
  expect(await one.next({ after: '700' })).toEqual({ records: [], read: 0, last: undefined, end: false });
});

test('a removal is known by the item that was removed, and a filter without entities sees everything', async (context) => {
  if (!reader) return context.skip('only the embedded engine has a file');
  const put = new PutItemCommand({ TableName: engine.tableName, Item: item('removed', 'wanted') });
  await engine.client.send(put);
  const { last } = await reader.readerOf([wanted]).next(undefined);
  const { records: before } = await reader.readerOf([gone]).next({ after: last ?? '' });
  expect(before).toEqual([]);
  const key = { pk: { S: 'removed' }, sk: { S: 'x' } };
  await engine.client.send(new DeleteItemCommand({ TableName: engine.tableName, Key: key }));
  let after = last ?? '';
  const removals: unknown[] = [];
  for (const one = reader.readerOf([gone]); ; ) {
    const page = await one.next({ after });
    if (page.last === undefined) break;
    removals.push(...page.records.map(({ dynamodb }) => dynamodb?.Keys));
    after = page.last;
  }
  expect(removals).toEqual([key]);
  const removed = (await reader.readerOf([{ eventName: ['REMOVE'] }]).next({ after: String(Number(after) - 1) }))
    .records;
  expect(removed).toHaveLength(1);
});

test('the entities that a consumer wants follow from its filters', () => {
  expect(streamConsumers.map(({ filters }) => entitiesOf(filters))).toEqual([
    ['note-event'],
    ['task-result', 'execution', 'note', 'thread', 'thread-reply', 'audit', 'schedule-firing', 'drift', 'import'],
  ]);
  expect(entitiesOf([wanted, { eventName: ['INSERT'] }])).toBeUndefined();
  expect(entitiesOf([{ dynamodb: { NewImage: { entity: { S: [{ prefix: 'task' }] } } } }])).toBeUndefined();
});
