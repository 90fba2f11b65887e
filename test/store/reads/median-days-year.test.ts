import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { readChip, readTargets } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { type BatchWrite, batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { TargetRef } from '#shared/kernel/store/keys.ts';
import { describeMetric, metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { mergeRollUps, rollUp, type TargetRollUp } from '#shared/values/rules/roll-up.ts';
import { packTargets, rollUpEntity } from '#shared/values/store/roll-ups.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { readMeasuredChip } from '#shared/values/verbs/measured-chip.ts';
import { medianDays } from '#shared/values/verbs/median-days.ts';
import { costOf } from '#test/support/engine/read-cost.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';

/** Chips on which tasks measured 14 metrics of qubits and 6 of couplings on every day of a year, all of which is closed. */
let verbs: Verbs;
let ctx: ProjectContext;
const metrics = (['qubit', 'coupling'] as const).flatMap((kind) =>
  metricCatalogue.filter(({ target }) => target === kind).slice(0, kind === 'qubit' ? 14 : 6),
);
/** Each morning in Tokyo, of the UTC day before. */
const now = '2025-12-15T09:00:00.000Z';
const dayOf = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
const lastDay = 347;

beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
});
afterAll(() => verbs.stop());

const valueOn = (n: number, day: number) => 0.5 + ((n * 31 + day * 17) % 499) / 1000;

/** What a task measured, with the names and errors that take room. */
function rolledOn(metric: string, target: TargetRef, n: number, day: number): TargetRollUp[] {
  const id = createHash('sha256').update(`${metric} ${n} ${day}`).digest('hex');
  const taskId = `${id.slice(0, 8)}-${id.slice(8, 12)}-7${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`;
  const at = `${dayOf(day)}T21:${String(n % 60).padStart(2, '0')}:${String(day % 60).padStart(2, '0')}.${100 + (n % 900)}Z`;
  const { storedUnit: unit } = describeMetric(metric, target.kind);
  const measured = { at, value: valueOn(n, day), error: Number.parseInt(id.slice(0, 12), 16) / 2 ** 54, unit };
  const of = { source: 'task' as const, recordedAt: at, sampleId: `t-${taskId}`, taskId, executionId: '20251201-001' };
  return [rollUp(metric, target.kind, [{ ...measured, ...of }])].filter((one) => one !== undefined);
}

/** The days of the last two months; of those before, months that have a value in each block of days. */
async function writeYear(chipId: string, size: number): Promise<TargetRef[]> {
  verbs.now = new Date('2025-01-01T00:00:00.000Z');
  await createChip(ctx, { chipId, size });
  const all = await readTargets(ctx, await readChip(ctx, chipId));
  const targets = [...all.qubits, ...all.couplings].map(({ kind, id }) => ({ kind, id }));
  for (const { key: metric, target: kind, mode } of metrics) {
    const own = targets.filter((target) => target.kind === kind);
    const ref = { projectId: ctx.projectId, chipId, metric, cooldownId: undefined };
    const rolled = (of: (target: TargetRef, n: number) => TargetRollUp | undefined) =>
      packTargets(
        own.flatMap((target, n) => {
          const rollUp = of(target, n);
          return rollUp ? [{ target, rollUp }] : [];
        }),
      );
    const writes: BatchWrite[] = [];
    for (let day = 304; day <= lastDay; day += 1) {
      const packed = rolled((target, n) => rolledOn(metric, target, n, day)[0]);
      const span = { span: 'day' as const, date: dayOf(day).replaceAll('-', '') };
      writes.push({ put: rollUpEntity.encode({ ...ref, ...span, targets: packed }, 1) });
    }
    for (let month = 1; month <= 12; month += 1) {
      const date = `2025${String(month).padStart(2, '0')}`;
      writes.push({
        put: seriesEntity.encode({ projectId: ctx.projectId, chipId, metric, month: date, task: 'Check' }, 1),
      });
      const packed = rolled((target, n) =>
        mergeRollUps(
          mode,
          [0, 5, 10, 15, 20, 25].flatMap((day) => rolledOn(metric, target, n, 30 * (month - 1) + day)),
        ),
      );
      writes.push({ put: rollUpEntity.encode({ ...ref, span: 'month', date, targets: packed }, 1) });
    }
    await batchWriteItems(verbs.db, writes);
  }
  return targets;
}

/** Writing the year of the larger chip takes half a minute. */
const sizes: [qubits: number, units: number][] = [
  [64, 2000],
  ...(isEveryCase ? [[256, 7500] as [number, number]] : []),
];

it.each(sizes)(
  'the medians of 30 days of %i qubits with 20 metrics and a year of days are read in two round trips, for fewer than %i units',
  async (size, most) => {
    const chipId = `year-${size}`;
    const targets = await writeYear(chipId, size);
    verbs.now = new Date(now);
    const { answer, trips, units } = await costOf(ctx.db, async () =>
      medianDays(ctx, await readMeasuredChip(ctx, chipId), { timeZone: 'Asia/Tokyo', days: 30 }),
    );
    for (const { key, target: kind } of metrics) {
      const own = targets.filter((one) => one.kind === kind).map((_, n) => n);
      const medians = answer.days.map((_, day) => {
        // The morning of a day in Tokyo is the evening of the one before in UTC.
        const sorted = own.map((n) => valueOn(n, lastDay - 30 + day)).sort((a, b) => a - b);
        return ((sorted[Math.ceil(own.length / 2) - 1] ?? 0) + (sorted[Math.floor(own.length / 2)] ?? 0)) / 2;
      });
      const found = answer[kind === 'qubit' ? 'qubit' : 'coupling'][key];
      expect(
        found?.map(({ median }) => median),
        key,
      ).toEqual(medians);
      expect(found?.every(({ present, measured }) => present === own.length && measured === own.length)).toBe(true);
    }
    expect(trips).toBe(2);
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThan(most);
  },
  300_000,
);
