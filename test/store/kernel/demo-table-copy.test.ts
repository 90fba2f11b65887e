import { afterAll, beforeAll, expect, it } from 'vitest';
import { TableCopy } from '#local/demo/table-copy.ts';
import { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { tableDefinition } from '#shared/kernel/store/dynamodb/table.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { scan } from '#test/support/runs/run-results.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const now = new Date('2026-11-22T00:00:00.000Z');
const [pk, sk] = ['P#demo', 'TOKEN'];
const expiring = (rev: number, daysFromNow: number): Image => ({
  pk: { S: pk },
  sk: { S: sk },
  rev: { N: String(rev) },
  [tableDefinition.ttlAttribute]: { N: String(now.getTime() / 1000 + daysFromNow * 86_400) },
});
const stored = async () => (await scan(verbs.db)).filter((item) => item.pk === pk).map(({ rev }) => rev);

it.each([
  ['that was never written', undefined],
  ['whose earlier version remains', expiring(1, 5)],
])('an item %s is copied though a version between had expired, and no one else has written it', async (_, before) => {
  await verbs.empty();
  const table = new MemoryTable();
  const copy = new TableCopy({ client: verbs.client, tableName: verbs.db.tableName }, table, {
    before: [],
    isLast: () => false,
    log: { append: () => 0, remove: () => undefined },
  });
  const settle = () => {
    for (let looks = 0; looks < 8; looks += 1) copy.look(now);
  };
  if (before) table.write(pk, sk, before);
  settle();
  table.write(pk, sk, expiring(2, -1));
  settle();
  table.write(pk, sk, expiring(3, 30));
  await copy.finish(now);
  expect(await stored()).toEqual([3]);
});
