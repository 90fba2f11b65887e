import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOfTable } from '#local/table-in-memory/client.ts';
import { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { type Act, act, carryOut, everything } from './table-history.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

/** Of which kind a request was, and how it went. */
const told = (one: Act, answer: unknown): string =>
  `${one.kind} ${JSON.stringify(answer)?.match(/refused: \w+|"ok":\w+|"step"/)?.[0] ?? 'answered'}`;

test('the table in memory answers every random history as the embedded engine does, and ends as it', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25, size: 'max' }), async (history) => {
      await verbs.empty();
      const table = new MemoryTable();
      const db = databaseOfTable(table);
      for (const one of [...history, ...everything]) {
        const answer = await carryOut(verbs.db, one);
        expect(await carryOut(db, one)).toEqual(answer);
        met.set(told(one, answer), (met.get(told(one, answer)) ?? 0) + 1);
      }
    }),
    { numRuns: caseCount(150) },
  );
  // A comparison in which nearly everything is refused would compare little.
  for (const kind of [
    'put "ok":true',
    'update "ok":true',
    'update "ok":false',
    'transaction answered',
    'transaction "step"',
  ])
    expect(met.get(kind), kind).toBeGreaterThan(10);
});
