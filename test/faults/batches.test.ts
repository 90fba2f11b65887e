import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forEachConcurrent } from '#shared/kernel/concurrency.ts';
import {
  type BatchWrite,
  batchGetItems,
  batchWriteItems,
  getItem,
  queryAll,
  writeItem,
} from '#shared/kernel/store/dynamodb/database.ts';
import { injectPartialBatches, throttled, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs(1);
});
afterAll(() => verbs.stop());
beforeEach(() => verbs.empty());
afterEach(() => {
  verbs.faults.clear();
  verbs.client.middlewareStack.remove('injectPartialBatches');
});

const key = (n: number) => ({ pk: 'P', sk: String(n).padStart(4, '0') });
const puts = (count: number): BatchWrite[] => Array.from({ length: count }, (_, n) => ({ put: { ...key(n), n } }));
const keys = (count: number) => Array.from({ length: count }, (_, n) => key(n));

describe('a batch of which DynamoDB does only a part', () => {
  test('a batch of which DynamoDB writes only a part is written to the last item', async () => {
    const partial = injectPartialBatches(verbs.client, 7, 6);
    await batchWriteItems(verbs.db, puts(90));
    expect(partial.left()).toBe(0);
    expect((await queryAll(verbs.db, { pk: 'P' })).map(({ n }) => n)).toEqual(keys(90).map((_, n) => n));
  });

  test('a batch of which DynamoDB deletes only a part is deleted to the last item', async () => {
    await batchWriteItems(verbs.db, puts(60));
    injectPartialBatches(verbs.client, 3, 4);
    await batchWriteItems(
      verbs.db,
      keys(60).map((each) => ({ delete: each })),
    );
    expect(await verbs.table()).toHaveProperty('size', 0);
  });

  test('a batch of which DynamoDB reads only a part is read whole, in the order asked for, repeats and missing included', async () => {
    await batchWriteItems(verbs.db, puts(130));
    injectPartialBatches(verbs.client, 40, 3);
    const asked = [...keys(130).reverse(), { pk: 'P', sk: 'nowhere' }, key(5)];
    const found = await batchGetItems(verbs.db, asked);
    expect(found.map((each) => each?.n)).toEqual([...keys(130).map((_, n) => 129 - n), undefined, 5]);
  });

  test('a batch that never gets on is an error in the end and not an endless loop', async () => {
    injectPartialBatches(verbs.client, 1, Number.POSITIVE_INFINITY);
    await expect(batchWriteItems(verbs.db, puts(12))).rejects.toThrow('BatchWriteItem left 4 items unprocessed');
    await expect(batchGetItems(verbs.db, keys(12))).rejects.toThrow('BatchGetItem left 4 keys unprocessed');
  });
});

describe('work side by side', () => {
  test('work side by side begins nothing more after a failure and waits for what is under way', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (n: number) => {
      begun.push(n);
      await new Promise((resolve) => setImmediate(resolve));
      if (n === 1) throw new Error('first');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(n);
    };
    await expect(forEachConcurrent([0, 1, 2, 3, 4, 5, 6, 7], 3, work)).rejects.toThrow('first');
    expect(begun).toEqual([0, 1, 2]);
    expect(ended).toEqual([0, 2]);
  });

  test('work side by side does every entry once, and at most so many at a time', async () => {
    let now = 0;
    let most = 0;
    const done: number[] = [];
    await forEachConcurrent([0, 1, 2, 3, 4, 5, 6], 3, async (n) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      done.push(n);
    });
    expect(done.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });

  test('a batch that fails has sent nothing behind the back of the caller who saw the error', async () => {
    verbs.faults.plan(({ number }) => (number === 3 ? { before: timedOut() } : undefined));
    await expect(batchWriteItems(verbs.db, puts(500))).rejects.toThrow('socket timed out');
    const after = await verbs.table();
    await verbs.faults.idle();
    expect(verbs.faults.calls().length).toBeLessThan(20);
    expect(await verbs.table()).toEqual(after);
  });
});

describe('a single write', () => {
  test('a single write answers whether its condition held, and throws whatever else went wrong', async () => {
    const absent = { expression: 'attribute_not_exists(pk)' };
    expect(await writeItem(verbs.db, { put: { ...key(1), n: 1 }, condition: absent })).toEqual({ ok: true });
    expect(await writeItem(verbs.db, { put: { ...key(1), n: 2 }, condition: absent })).toEqual({ ok: false });
    expect(await getItem(verbs.db, key(1))).toMatchObject({ n: 1 });
    verbs.faults.plan(() => ({ before: throttled() }));
    await expect(writeItem(verbs.db, { put: { ...key(1), n: 3 } })).rejects.toThrow('throttled by the test');
  });

  test('a single write keeps every number that a value may be, and a map with any key', async () => {
    const numbers = [
      1e100,
      -1e100,
      1e-100,
      2 ** 53 + 2,
      Number.MAX_SAFE_INTEGER,
      0.1 + 0.2,
      4_873_216_549_871_264,
      1.5e16,
    ];
    const map = { constructor: { value: 1 }, toString: 'x', '#': null };
    await writeItem(verbs.db, { put: { ...key(1), numbers, map } });
    expect(await getItem(verbs.db, key(1))).toEqual({ ...key(1), numbers, map });
  });
});
