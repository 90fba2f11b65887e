import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countedUnits } from '#shared/kernel/consumed-units.ts';
import type { Context } from '#shared/kernel/context.ts';
import { readUsed } from '#shared/limits/store/meters.ts';
import { meteredCall } from '#shared/limits/verbs/metered-call.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
let ctx: Context;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  // As in a process that has counted nothing yet.
  ctx = { ...verbs.ctx, db: { ...verbs.db } };
});

/** Work that the table answers for so many units. */
const use =
  (reads: number, writes = 0) =>
  async () => {
    const units = countedUnits();
    if (!units) throw new Error('Nothing counts this work');
    units.reads += reads;
    units.writes += writes;
  };
const usedBy = (projectId: string) => readUsed(verbs.db, projectId, '2025-03-01');

test('a call counts what it uses for each of its projects, and as no request', async () => {
  await meteredCall(ctx, async (forProject) => {
    await forProject('lab', use(70, 10));
    await forProject('other', use(0, 30));
    await forProject('lab', use(30));
  });
  expect(await usedBy('lab')).toMatchObject([{ day: '2025-03-01', requests: 0, readUnits: 100, writeUnits: 10 }]);
  expect(await usedBy('other')).toMatchObject([{ requests: 0, readUnits: 0, writeUnits: 30 }]);
});

test('projects that a call works for side by side share its time, which is counted once', async () => {
  const startedAt = performance.now();
  const work = async () => {
    await use(200)();
    await sleep(20);
  };
  await meteredCall(ctx, (forProject) => Promise.all(['a', 'b', 'c'].map((name) => forProject(name, work))));
  const elapsed = performance.now() - startedAt;
  const times = (await Promise.all(['a', 'b', 'c'].map(usedBy))).map(([day]) => day?.milliseconds ?? 0);
  for (const time of times) expect(time).toBeGreaterThan(0);
  expect(times.reduce((sum, time) => sum + time, 0)).toBeLessThanOrEqual(elapsed);
});

test('what a failed call used is counted, and its error is that of its work', async () => {
  const failing = meteredCall(ctx, (forProject) =>
    forProject('lab', async () => {
      await use(100)();
      throw new Error('The run was cancelled');
    }),
  );
  await expect(failing).rejects.toThrow('The run was cancelled');
  expect(await usedBy('lab')).toMatchObject([{ readUnits: 100 }]);
});

test('small uses of calls are added up and written after five minutes', async () => {
  const call = () => meteredCall(ctx, (forProject) => forProject('lab', use(10, 1)));
  await call();
  await call();
  expect(await usedBy('lab')).toEqual([]);
  verbs.now = new Date(verbs.now.getTime() + 300_000);
  await call();
  expect(await usedBy('lab')).toMatchObject([{ readUnits: 30, writeUnits: 3 }]);
});
