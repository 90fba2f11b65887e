import { rm } from 'node:fs/promises';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localClient } from '#local/engine/client.ts';
import type { Engine } from '#local/engine/engine.ts';
import { ensureTable } from '#local/engine/table.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { missingEngine } from '#test/support/engine/missing-engine.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';

const TableName = 'fiducial-test';

/** Keys with what orders differently as text, as UTF-16 and as JSON. */
const sortKeys = ['a', 'a#1', 'a#10', 'a#2', 'b', 'é', 'ñ"\\', '%_', '\ud7ff', '\ue000', '\uffff', '😀', 'z'];

type Image = Record<string, object>;

describe.skipIf(missingEngine)(
  `what is read out of the engine's file${missingEngine && ` (skipped: ${missingEngine})`}`,
  () => {
    let folder: string;
    let engine: Engine;
    /** Asks the engine itself, over HTTP. */
    let judge: DynamoDBClient;
    /** Reads the file without an engine. */
    let reader: DynamoDBClient;

    beforeAll(async () => {
      folder = await makeScratch('fiducial-reads-');
      engine = await startMeteredEngine(folder);
      judge = localClient(engine.access);
      const ask = () => Promise.reject(new Error('asked the engine'));
      reader = localClient({ databaseFile: engine.databaseFile ?? '', ask });
      await ensureTable(judge, TableName, engine.databaseFile);
      const item = (pk: string, sk: string, more: Image = {}) => ({
        pk: { S: pk },
        sk: { S: sk },
        entity: { S: 'x' },
        rev: { N: '1.50' },
        deep: {
          M: { list: { L: [{ N: '-0.00120' }, { NULL: true }, { BOOL: false }, { SS: ['b', 'a'] }] }, é: { S: 'ü' } },
        },
        bytes: { B: 'AAECAw==' as never },
        ...more,
      });
      const items = [
        ...sortKeys.map((sk, n) =>
          item('p', sk, {
            gsi1pk: { S: 'g' },
            gsi1sk: { S: n % 3 === 0 ? 'same' : sk },
            gsi2pk: { S: 'g' },
            gsi2sk: { S: sk },
          }),
        ),
        item('p2', 'a'),
        // More than one page, of the table and of an index that carries all of an item.
        ...Array.from({ length: 25 }, (_, n) =>
          item('big', `k${n}`, { gsi1pk: { S: 'big' }, gsi1sk: { S: `k${n}` }, text: { S: 'é'.repeat(40_000 + n) } }),
        ),
      ];
      for (const one of items) {
        const requests = [{ PutRequest: { Item: one as never } }];
        await judge.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
      }
    });
    afterAll(async () => {
      reader.destroy();
      judge.destroy();
      await engine.stop();
      await rm(folder, { recursive: true });
    });

    type Command = GetItemCommand | BatchGetItemCommand | QueryCommand;
    const answers = async (command: Command) => {
      const [expected, answer] = await Promise.all(
        [judge, reader].map((client) => client.send(command as QueryCommand)),
      );
      // The engine counts an item as scanned that is on the next page.
      const rest = { $metadata: 0, ScannedCount: (expected as { Count?: number }).Count };
      return {
        expected: { ...expected, ...rest } as object,
        answer: { ...answer, $metadata: 0, ScannedCount: rest.ScannedCount },
      };
    };
    const query = (input: Partial<QueryCommandInput>, pk = 'p', name = 'pk') =>
      new QueryCommand({
        TableName,
        ReturnConsumedCapacity: 'TOTAL',
        ConsistentRead: input.IndexName === undefined,
        ...input,
        KeyConditionExpression: `#pk = :pk${input.KeyConditionExpression ?? ''}`,
        ExpressionAttributeNames: { '#pk': name, ...input.ExpressionAttributeNames },
        ExpressionAttributeValues: { ':pk': { S: pk }, ...input.ExpressionAttributeValues },
      });

    test('an item read out of the file is the one that the engine answers, with the units it takes', async () => {
      for (const sk of [...sortKeys, 'missing'])
        for (const ConsistentRead of [true, false]) {
          const Key = { pk: { S: 'p' }, sk: { S: sk } };
          const command = new GetItemCommand({ TableName, Key, ConsistentRead, ReturnConsumedCapacity: 'TOTAL' });
          const { expected, answer } = await answers(command);
          expect(answer).toEqual(expected);
        }
    });

    test('a batch read out of the file has the items that the engine answers, with the units they take', async () => {
      const Keys = [...sortKeys, 'missing'].map((sk) => ({ pk: { S: 'p' }, sk: { S: sk } }));
      const RequestItems = { [TableName]: { Keys, ConsistentRead: true } };
      const { expected, answer } = await answers(
        new BatchGetItemCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' }),
      );
      const sorted = (given: object) => {
        const { Responses, ...rest } = given as { Responses: Record<string, { sk: { S: string } }[]> };
        return { ...rest, items: Responses[TableName]?.toSorted((x, y) => (x.sk.S < y.sk.S ? -1 : 1)) };
      };
      expect(sorted(answer)).toEqual(sorted(expected));
    });

    const sortKey = fc.constantFrom(...sortKeys);
    const conditions = fc.oneof(
      fc.constant({}),
      sortKey.map((a) => ({
        KeyConditionExpression: ' AND begins_with(#sk, :a)',
        ExpressionAttributeValues: { ':a': { S: a } },
      })),
      fc.tuple(fc.constantFrom('=', '<', '<=', '>', '>='), sortKey).map(([sign, a]) => ({
        KeyConditionExpression: ` AND #sk ${sign} :a`,
        ExpressionAttributeValues: { ':a': { S: a } },
      })),
      fc.tuple(sortKey, sortKey).map((pair) => {
        const [a = '', b = ''] = pair.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
        return {
          KeyConditionExpression: ' AND #sk BETWEEN :a AND :b',
          ExpressionAttributeValues: { ':a': { S: a }, ':b': { S: b } },
        };
      }),
    );
    const source = fc.constantFrom(
      { pk: 'p', name: 'pk', sort: 'sk', index: {} },
      { pk: 'g', name: 'gsi1pk', sort: 'gsi1sk', index: { IndexName: 'gsi1' } },
      { pk: 'g', name: 'gsi2pk', sort: 'gsi2sk', index: { IndexName: 'gsi2' } },
    );
    const more = fc.record(
      {
        Limit: fc.integer({ min: 1, max: sortKeys.length + 1 }),
        ScanIndexForward: fc.boolean(),
        Select: fc.constant('COUNT' as const),
      },
      { requiredKeys: [] },
    );

    test('every page of a query out of the file is the page that the engine answers, whatever the range, index and direction', async () => {
      await fc.assert(
        fc.asyncProperty(
          source,
          conditions,
          more,
          fc.boolean(),
          async ({ pk, name, sort, index }, condition, options, few) => {
            const projected = few && !options.Select ? { ProjectionExpression: '#sk, rev, nothing' } : {};
            const names = 'KeyConditionExpression' in condition || few ? { '#sk': sort } : {};
            const isNamed = 'KeyConditionExpression' in condition || 'ProjectionExpression' in projected;
            let start: Record<string, never> | undefined;
            do {
              const command = query(
                {
                  ...condition,
                  ...options,
                  ...index,
                  ...projected,
                  ExpressionAttributeNames: isNamed ? names : {},
                  ...(start && { ExclusiveStartKey: start }),
                },
                pk,
                name,
              );
              const { expected, answer } = await answers(command);
              expect(answer).toEqual(expected);
              start = (expected as { LastEvaluatedKey?: Record<string, never> }).LastEvaluatedKey;
            } while (start);
          },
        ),
        { numRuns: 60 },
      );
    });

    test.each([
      ['a table', {}, 'pk'],
      ['an index', { IndexName: 'gsi1' }, 'gsi1pk'],
    ])('pages of %s end at the megabyte at which the engine ends them', async (_, index, name) => {
      const pages: number[] = [];
      for (const ScanIndexForward of [true, false]) {
        let start: Record<string, never> | undefined;
        do {
          const command = query(
            { ...index, ScanIndexForward, ...(start && { ExclusiveStartKey: start }) },
            'big',
            name,
          );
          const { expected, answer } = await answers(command);
          expect(answer).toEqual(expected);
          const page = expected as { Count?: number; LastEvaluatedKey?: Record<string, never> };
          pages.push(page.Count ?? 0);
          start = page.LastEvaluatedKey;
        } while (start);
      }
      expect(pages.length).toBeGreaterThan(2);
    });

    test('a prefix read out of the file tells capitals from small letters, as DynamoDB does and the engine does not', async () => {
      const condition = {
        KeyConditionExpression: ' AND begins_with(sk, :a)',
        ExpressionAttributeValues: { ':a': { S: 'A' } },
      };
      expect(await reader.send(query(condition))).toMatchObject({ Count: 0 });
    });

    test('a scan out of the file has every item once over its pages, and those of a filter alone', async () => {
      const keysOf = async (client: DynamoDBClient, filter: object) => {
        const keys: string[] = [];
        let start: Record<string, never> | undefined;
        do {
          const input = { TableName, Limit: 7, ...filter, ...(start && { ExclusiveStartKey: start }) };
          const page = await client.send(new ScanCommand(input));
          keys.push(...(page.Items ?? []).map(({ pk, sk }) => JSON.stringify([pk, sk])));
          start = page.LastEvaluatedKey as Record<string, never> | undefined;
        } while (start);
        return keys.toSorted();
      };
      const filter = {
        FilterExpression: '#sk <= :b',
        ExpressionAttributeNames: { '#sk': 'sk' },
        ExpressionAttributeValues: { ':b': { S: 'b' } },
      };
      for (const given of [{}, filter]) expect(await keysOf(reader, given)).toEqual(await keysOf(judge, given));
    });

    test('a caller that reads without end lets the others of its thread have their turn', async () => {
      let isOver = false;
      setImmediate(() => {
        isOver = true;
      });
      const read = () => reader.send(new GetItemCommand({ TableName, Key: { pk: { S: 'p' }, sk: { S: 'a' } } }));
      while (!isOver) await read();
    });

    test('what is not understood is asked of the engine', async () => {
      const projection = new GetItemCommand({
        TableName,
        Key: { pk: { S: 'p' }, sk: { S: 'a' } },
        ProjectionExpression: 'deep.list',
      });
      await expect(reader.send(projection)).rejects.toThrow('asked the engine');
      await expect(
        reader.send(query({ FilterExpression: 'attribute_exists(rev)', ReturnConsumedCapacity: 'NONE' })),
      ).rejects.toThrow('asked the engine');
      await expect(
        reader.send(new GetItemCommand({ TableName: 'other', Key: { pk: { S: 'p' }, sk: { S: 'a' } } })),
      ).rejects.toThrow('asked the engine');
    });

    test('a table that was deleted is not read any more', async () => {
      await ensureTable(judge, 'gone', engine.databaseFile);
      const read = () =>
        reader.send(new GetItemCommand({ TableName: 'gone', Key: { pk: { S: 'p' }, sk: { S: 'a' } } }));
      expect((await read()).Item).toBeUndefined();
      await judge.send(new DeleteTableCommand({ TableName: 'gone' }));
      await expect(read()).rejects.toThrow('asked the engine');
    });
  },
);
