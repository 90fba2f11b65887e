import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChipRecord } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { windowOf } from '#shared/values/rules/range-plan.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { taskSamplesEntity } from '#shared/values/store/task-samples.ts';
import { readNewestBefore } from '#shared/values/verbs/newest-before.ts';
import { costOf } from '#test/support/engine/read-cost.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/** Runs of a day, of two tasks that both measure T1: the second one only every fifth time, and never the last qubit. */
let verbs: Verbs;
let ctx: ProjectContext;
let chip: ChipRecord;
const qubits = 16;
const until = '2026-03-01T15:00:00.000Z';
const everyQubit = Array.from({ length: qubits }, (_, n) => String(n));
const series = ['CheckT1', 'CheckAll'].map((task) => ({
  ...{ projectId: '', chipId: 'c', metric: 't1', month: '202603', task },
}));

beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'c', size: qubits });
  chip = await readChip(ctx, 'c');
});
afterAll(() => verbs.stop());

/** Measures each qubit a millisecond after the other, by either task. */
async function run(n: number, at: string, excluded: readonly string[] = []): Promise<void> {
  const begin = Date.parse(at);
  const records = everyQubit.flatMap((id, place) =>
    ['CheckT1', ...(n % 5 === 0 && place < qubits - 1 ? ['CheckAll'] : [])].map((task, later) => ({
      ...{ projectId: ctx.projectId, chipId: 'c', task, at: new Date(begin + place + 60_000 * later).toISOString() },
      ...{ taskId: `${n}-${id}-${task}`, executionId: `20260301-${n}`, recordedBy: 'ada' },
      ...(excluded.includes(id) ? { excluded: true } : {}),
      target: { kind: 'qubit' as const, id },
      values: { t1: { value: n, error: 0, unit: 'us' } },
    })),
  );
  await batchWriteItems(
    verbs.db,
    records.map((record) => ({ put: taskSamplesEntity.encode(record, 1) })),
  );
}

async function readBack(targets: readonly string[] = everyQubit) {
  const wanted = { ...windowOf('2026-03-01', { from: '', through: until }), until, metric: 't1' };
  const newest = new Map<string, SampleRecord>();
  const { trips, units } = await costOf(ctx.db, () =>
    readNewestBefore(
      ctx.db,
      chip,
      series,
      [{ ...wanted, targets: new Set(targets.map((id) => `qubit ${id}`)) }],
      (one) => {
        const known = newest.get(one.target.id);
        if (!one.excluded && one.at <= until && (known?.at ?? '') < one.at) newest.set(one.target.id, one);
      },
    ),
  );
  return { trips, units, newest };
}

const executionOf = (newest: ReadonlyMap<string, SampleRecord>, id: string) => newest.get(id)?.executionId;

it('what was newest at an instant is read for the same units after 50 runs of a day as after two', async () => {
  await run(1, '2026-03-01T14:00:00.000Z');
  await run(2, '2026-03-01T14:40:00.000Z');
  const first = await readBack();
  for (let n = 3; n <= 50; n += 1)
    await run(n, new Date(Date.parse('2026-03-01T00:00:00.000Z') + n * 900_000).toISOString());
  for (let n = 51; n <= 60; n += 1) await run(n, `2026-03-01T16:${n - 10}:00.000Z`);
  const last = await readBack();
  expect(everyQubit.map((id) => executionOf(last.newest, id))).toEqual(everyQubit.map(() => '20260301-2'));
  expect([first.trips, last.trips]).toEqual([1, 1]);
  expect(last.units).toBeGreaterThan(0);
  expect(last.units).toBeLessThan(2 * first.units);
});

it('a look back goes further only for what was not measured, and stops where another task knows of it', async () => {
  await run(70, '2026-03-01T14:50:00.000Z', ['3']);
  const { newest } = await readBack();
  expect([executionOf(newest, '3'), executionOf(newest, '4')]).toEqual(['20260301-2', '20260301-70']);
  expect(executionOf(newest, '15')).toBe('20260301-70');
});

it('a target that has nothing before the instant costs what the part of the day has, and no more', async () => {
  const known = await readBack(['4']);
  const unknown = await readBack(['4', '99']);
  expect(unknown.newest.has('99')).toBe(false);
  expect(unknown.units).toBeGreaterThan(known.units);
});
