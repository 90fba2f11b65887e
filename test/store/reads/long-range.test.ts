import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChipRecord } from '#shared/chips/store/chips.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { rollUp } from '#shared/values/rules/roll-up.ts';
import { packTargets, rollUpEntity } from '#shared/values/store/roll-ups.ts';
import { type SeriesRecord, seriesEntity } from '#shared/values/store/series.ts';
import { reduceRange } from '#shared/values/verbs/range-roll-ups.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

const ref = { projectId: 'p', chipId: 'chip' };
const target = { kind: 'qubit', id: '0' } as const;
const months = Array.from({ length: 12 }, (_, n) => `2025${String(n + 1).padStart(2, '0')}`);
const metrics = Array.from({ length: 20 }, (_, n) => `own_metric_${String(n).padStart(2, '0')}`);
const series: SeriesRecord[] = metrics.flatMap((metric) => months.map((month) => ({ ...ref, metric, month })));

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
  const rolled = series.map(({ metric, month }) => {
    const at = `${month.slice(0, 4)}-${month.slice(4)}-10T00:00:00.000Z`;
    const value = Number(month.slice(4));
    const sample = { at, value, unit: 'us', source: 'manual', recordedAt: at, sampleId: month } as const;
    const one = rollUp(metric, target.kind, [sample]);
    const targets = packTargets(one ? [{ target, rollUp: one }] : []);
    return rollUpEntity.encode({ ...ref, metric, span: 'month', date: month, targets }, 1);
  });
  const marks = series.map((mark) => seriesEntity.encode(mark, 1));
  await batchWriteItems(
    verbs.db,
    [...rolled, ...marks].map((put) => ({ put })),
  );
});
afterAll(() => verbs.stop());

/** What is read of a year of a chip of this size, and how many metrics were being read at once. */
async function readYear(qubitCount: number) {
  const chip = { ...ref, qubitCount, couplingCount: 2 * qubitCount } as ChipRecord;
  const [name, reading] = ['countReads', { now: 0, most: 0 }];
  verbs.client.middlewareStack.add(
    (next) => async (args) => {
      reading.now += 1;
      reading.most = Math.max(reading.most, reading.now);
      await turn();
      const answer = await next(args);
      reading.now -= 1;
      return answer;
    },
    { step: 'initialize', name },
  );
  const through = '2026-01-01T00:00:00.000Z';
  const counts = await reduceRange(verbs.db, chip, { series, open: [] }, { through }, (_, [first]) =>
    Object.values(first?.rollUp.units ?? {}).map(({ count, mean }) => ({ count, mean })),
  );
  verbs.client.middlewareStack.remove(name);
  return { counts, most: reading.most };
}

test('a range of many targets is read a few metrics at a time, and one of few targets at once, with the same answer', async () => {
  const [small, large] = [await readYear(64), await readYear(1024)];
  expect(small.most).toBe(metrics.length);
  // Twelve months of 2,048 couplings are 24,576 targets a metric.
  expect(large.most).toBeLessThanOrEqual(4 * Math.ceil(months.length / 3));
  expect([...large.counts]).toEqual(metrics.map((metric) => [metric, [{ count: 12, mean: 6.5 }]]));
  expect([...small.counts]).toEqual([...large.counts]);
});
