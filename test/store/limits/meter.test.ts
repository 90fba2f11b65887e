import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '#shared/kernel/context.ts';
import { readUsed, type Used } from '#shared/limits/store/meters.ts';
import { Meter } from '#shared/limits/verbs/meter.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

let verbs: Verbs;
const start = new Date('2025-03-01T12:00:00.000Z');
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  verbs.now = start;
});

const used = (more: Partial<Used> = {}): Used => ({
  ...{ requests: 1, readUnits: 10, writeUnits: 2, milliseconds: 5, bytes: 100 },
  ...more,
});
const later = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};
const ofLab = (firstDay = '2025-03-01') => readUsed(verbs.db, 'lab', firstDay);

test('small uses are added up and written after an hour, by any request of the process', async () => {
  const meter = new Meter();
  for (let n = 0; n < 3; n += 1) await meter.add(verbs.ctx, 'lab', used());
  expect(await ofLab()).toEqual([]);
  later(3600);
  await meter.add(verbs.ctx, 'other', used());
  expect(await ofLab()).toEqual([
    { day: '2025-03-01', requests: 3, readUnits: 30, writeUnits: 6, milliseconds: 15, bytes: 300 },
  ]);
});

test('a use that is worth a write is written at once, and the uses of all processes are one sum', async () => {
  for (const meter of [new Meter(), new Meter()]) await meter.add(verbs.ctx, 'lab', used({ readUnits: 990 }));
  await new Meter().add(verbs.ctx, 'lab', used({ writeUnits: 200 }));
  expect(await ofLab()).toMatchObject([{ requests: 3, readUnits: 1990, writeUnits: 204 }]);
});

test('each day of a project is a record of its own, and those from a day on are read', async () => {
  const meter = new Meter();
  const large = used({ readUnits: 1000 });
  await meter.add(verbs.ctx, 'lab', large);
  later(86_400);
  await meter.add(verbs.ctx, 'lab', large);
  await meter.add(verbs.ctx, 'other', large);
  expect((await ofLab()).map(({ day }) => day)).toEqual(['2025-03-01', '2025-03-02']);
  expect(await ofLab('2025-03-02')).toHaveLength(1);
});

test('a request writes the records of three projects at most, the oldest first', async () => {
  const meter = new Meter();
  for (const project of ['lab', 'b', 'c', 'd']) await meter.add(verbs.ctx, project, used());
  later(3600);
  await meter.add(verbs.ctx, 'e', used());
  expect(await readUsed(verbs.db, 'd', '2025-03-01')).toEqual([]);
  await meter.add(verbs.ctx, 'e', used());
  expect(await readUsed(verbs.db, 'd', '2025-03-01')).toHaveLength(1);
  expect(await ofLab()).toMatchObject([{ requests: 1 }]);
});

test('a request does not fail because its use cannot be written, and the log says so', async () => {
  const warned: string[] = [];
  const ctx: Context = { ...verbs.ctx, log: { ...verbs.ctx.log, warn: (text) => void warned.push(text) } };
  verbs.faults.plan(({ command }) => (command === 'UpdateItem' ? { before: new Error('down') } : undefined));
  await new Meter().add(ctx, 'lab', used({ readUnits: 1000 }));
  verbs.faults.clear();
  expect(warned).toEqual(['use not counted']);
  expect(await ofLab()).toEqual([]);
});
