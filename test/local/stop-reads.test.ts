import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopAbandonedReads } from '#local/engine/stop-reads.ts';
import { withRequestSignal } from '#shared/kernel/request-signal.ts';
import { batchGetItems, getItem, openDatabase, queryAll, writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
  await engine.createTable();
  stopAbandonedReads(engine.client);
});
afterAll(() => engine.stop());

test('an abandoned request reads nothing more, and its writes are completed', async () => {
  const db = openDatabase(engine.client, engine.tableName);
  const key = { pk: 'a', sk: 'b' };
  const reads = [() => getItem(db, key), () => batchGetItems(db, [key]), () => queryAll(db, { pk: 'a' })];
  await withRequestSignal(AbortSignal.abort(), async () => {
    for (const read of reads) await expect(read()).rejects.toThrow('The caller no longer waits for this answer');
    expect((await writeItem(db, { put: { ...key, n: 1 } })).ok).toBe(true);
  });
  const { signal } = new AbortController();
  for (const waiting of [undefined, signal])
    expect(await withRequestSignal(waiting, () => getItem(db, key))).toEqual({ ...key, n: 1 });
  for (const read of reads) await read();
});
