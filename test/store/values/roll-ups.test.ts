import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { listOpenSpans, openDaysOf } from '#shared/values/store/open-spans.ts';
import { listRollUps, type RolledTargets, rollUpEntity, unpackTargets } from '#shared/values/store/roll-ups.ts';
import { type SampleRecord, sampleEntity } from '#shared/values/store/samples.ts';
import { seriesEntity } from '#shared/values/store/series.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { dailyRollUps } from '#test/support/runs/daily-roll-ups.ts';

let verbs: Verbs;
let ctx: ProjectContext;

beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(fresh);

async function fresh(): Promise<void> {
  verbs.faults.clear();
  verbs.now = new Date('2025-01-01T12:00:00.000Z');
  await verbs.empty();
  ctx = await verbs.member('alice');
  await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
}

const sampleOf = (given: Partial<SampleRecord>): SampleRecord => ({
  projectId: ctx.projectId,
  chipId: 'chip',
  metric: 't1',
  target: { kind: 'qubit', id: '0' },
  at: '2025-03-01T10:00:00.000Z',
  sampleId: 'a',
  value: 40,
  unit: 'us',
  source: 'task',
  recordedAt: given.at ?? '2025-03-01T10:00:00.000Z',
  recordedBy: 'alice',
  ...given,
});

/** Writes samples with their marks, as an import does. */
async function put(samples: readonly SampleRecord[], rev = 1): Promise<void> {
  const marks = new Map(
    samples.map(({ projectId, chipId, metric, at }) => {
      const month = at.slice(0, 7).replace('-', '');
      return [`${metric} ${month}`, seriesEntity.encode({ projectId, chipId, metric, month }, 1)];
    }),
  );
  const items = samples.map((sample) => sampleEntity.encode(sample, rev));
  const chip = { projectId: ctx.projectId, chipId: 'chip' };
  const unguarded = () => undefined;
  await openDaysOf(verbs.db, chip, samples, unguarded);
  await batchWriteItems(
    verbs.db,
    [...marks.values(), ...items].map((item) => ({ put: item })),
  );
  await openDaysOf(verbs.db, chip, samples, unguarded, { again: true });
}

/** Makes the roll-ups of all that is over, as sweeps do. */
async function close(): Promise<void> {
  for (let closed = 1; closed > 0; ) {
    const swept = await closeSpans(ctx, new Date('2030-01-01T00:00:00.000Z'));
    expect(swept.failed).toBe(0);
    ({ closed } = swept);
  }
}

const open = async () =>
  (await listOpenSpans(verbs.db, ctx.projectId, 'chip')).map(({ span, date }) => `${span} ${date}`);

/** What roll-ups have of each target, in short. */
const inShort = (targets: RolledTargets) =>
  Object.fromEntries(
    targets.map(({ target, rollUp: { latest, units } }) => [
      target.id,
      { latest: latest.value, count: units.us?.count ?? 0, mean: units.us?.mean, best: units.us?.best?.value },
    ]),
  );

/** Every stored roll-up. */
async function rollUps(metric = 't1') {
  const rows = await listRollUps(verbs.db, { projectId: ctx.projectId, chipId: 'chip', metric });
  return Object.fromEntries(
    rows.map(({ span, date, cooldownId, targets }) => [
      `${span} ${date} ${cooldownId ?? '-'}`,
      inShort(unpackTargets(targets)),
    ]),
  );
}

/** The days as they are read at any moment. */
async function days() {
  const of = { projectId: ctx.projectId, chipId: 'chip', metric: 't1' };
  const rows = await dailyRollUps(verbs.db, of, { from: '20250101', through: '20251231' });
  return Object.fromEntries(
    rows.map(({ day, cooldownId, targets }) => [`day ${day} ${cooldownId ?? '-'}`, inShort(targets)]),
  );
}

/** The same from the samples, by the definition of each number. */
function bruteForce(samples: readonly SampleRecord[]) {
  const spans = Map.groupBy(
    samples.flatMap((sample) => {
      const day = sample.at.slice(0, 10).replaceAll('-', '');
      return [`day ${day}`, `month ${day.slice(0, 6)}`].map((span) => ({ sample, span }));
    }),
    ({ sample, span }) => `${span} ${sample.cooldownId ?? '-'}`,
  );
  return Object.fromEntries(
    [...spans].map(([span, entries]) => {
      const counted = entries.map(({ sample }) => sample).filter(({ excluded }) => !excluded);
      const targets = Map.groupBy(counted, ({ target }) => target.id);
      return [
        span,
        Object.fromEntries(
          [...targets].map(([id, list]) => {
            const values = list.flatMap(({ value }) => value ?? []);
            const latest = list.toSorted((a, b) => (a.at + a.sampleId < b.at + b.sampleId ? 1 : -1))[0];
            const count = values.length;
            const mean = count > 0 ? values.reduce((sum, value) => sum + value, 0) / count : undefined;
            return [id, { latest: latest?.value, count, mean, best: count > 0 ? Math.max(...values) : undefined }];
          }),
        ),
      ];
    }),
  );
}

const instants = [
  '2025-03-01T00:00:00.000Z',
  '2025-03-01T23:59:59.999Z',
  '2025-03-02T00:00:00.000Z',
  '2025-04-01T12:00:00.000Z',
];
const history = fc.uniqueArray(
  fc.record({
    at: fc.constantFrom(...instants),
    target: fc.constantFrom('0', '1').map((id) => ({ kind: 'qubit' as const, id })),
    // Small whole numbers: their means are exact in any order.
    value: fc.option(fc.integer({ min: 1, max: 64 }), { freq: 5 }),
    cooldownId: fc.constantFrom(undefined, 'cd-1'),
    excluded: fc.constantFrom(undefined, undefined, true as const),
    sampleId: fc.nat({ max: 5 }).map(String),
  }),
  { minLength: 1, maxLength: 8, selector: ({ at, target, sampleId }) => `${at} ${target.id} ${sampleId}` },
);

const daysOnly = (spans: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(spans).filter(([span]) => span.startsWith('day')));

describe('roll-ups of metrics', () => {
  it('roll-ups are those of the samples, read at any moment, regardless of who closes days while samples are written', async () => {
    const cuts = fc.array(fc.nat({ max: 8 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(history, cuts, fc.boolean(), async (entries, cutsAt, beside) => {
        await fresh();
        verbs.now = new Date('2025-05-01T12:00:00.000Z');
        const samples = entries.map((entry) => sampleOf(entry));
        const ends = [...new Set([...cutsAt.filter((n) => n < samples.length), samples.length])].sort((a, b) => a - b);
        let written = 0;
        for (const end of ends) {
          const part = samples.slice(written, end);
          written = end;
          // Several sweeps at once, while samples are written and days are read.
          const sweeps = [closeSpans(ctx, new Date('2030-01-01')), closeSpans(ctx, new Date('2030-01-01'))];
          if (!beside) await Promise.all(sweeps);
          await Promise.all([part.length > 0 ? put(part) : undefined, ...sweeps, days()]);
          expect(near(await days())).toEqual(near(daysOnly(bruteForce(samples.slice(0, end)))));
        }
        await close();
        expect(await open()).toEqual([]);
        expect(near(await rollUps())).toEqual(near(bruteForce(samples)));
        expect(near(await days())).toEqual(near(daysOnly(bruteForce(samples))));
      }),
      { numRuns: caseCount(12), endOnFailure: true },
    );
  });

  it('roll-ups have the same bytes in any order and how often samples were written and days closed', async () => {
    const rows = async () => {
      const found = await listRollUps(verbs.db, { projectId: ctx.projectId, chipId: 'chip', metric: 't1' });
      return found.map(({ rev: _, projectId: _project, ...row }) => row);
    };
    // Numbers whose sums depend on their order.
    const values = fc.array(fc.double({ min: 0.1, max: 0.3, noNaN: true }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(history, values, fc.infiniteStream(fc.nat()), async (entries, odd, draws) => {
        const samplesOf = () =>
          entries.map((entry, n) => sampleOf({ ...entry, value: entry.value === null ? null : (odd[n % 8] ?? 0) }));
        await fresh();
        verbs.now = new Date('2025-05-01T12:00:00.000Z');
        await put(samplesOf());
        await close();
        const once = await rows();
        await fresh();
        verbs.now = new Date('2025-05-01T12:00:00.000Z');
        const shuffled = samplesOf()
          .map((sample) => ({ sample, order: draws.next().value }))
          .sort((a, b) => a.order - b.order);
        for (const { sample, order } of shuffled) {
          await put([sample]);
          if (order % 2 === 0) await put([sample]);
          if (order % 3 === 0) await close();
        }
        await close();
        expect(await rows()).toEqual(once);
      }),
      { numRuns: caseCount(8), endOnFailure: true },
    );
  });

  it('roll-ups are not made of the day and the month that go on, which are read from their samples', async () => {
    verbs.now = new Date('2025-03-02T12:00:00.000Z');
    const samples = instants.slice(0, 3).map((at, n) => sampleOf({ at, value: 40 + n }));
    await put(samples);
    await close();
    expect(await open()).toEqual(['day 20250302', 'month 202503']);
    expect(Object.keys(await rollUps())).toEqual(['day 20250301 -']);
    expect(await days()).toEqual(daysOnly(bruteForce(samples)));
    verbs.now = new Date('2025-04-02T12:00:00.000Z');
    await close();
    expect(await rollUps()).toEqual(bruteForce(samples));
  });

  it('roll-ups are as they were after a rebuild, which also makes those that are missing or wrong', async () => {
    verbs.now = new Date('2025-05-01T12:00:00.000Z');
    const samples = ['0', '1', '2'].map((id, n) =>
      sampleOf({ target: { kind: 'qubit', id }, at: instants[n] ?? '', value: 40 + n }),
    );
    await put(samples);
    await close();
    const whole = await verbs.table();
    await rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' });
    expect(await verbs.table()).toEqual(whole);
    const right = await rollUps();
    const [day, ...others] = await listRollUps(verbs.db, { projectId: ctx.projectId, chipId: 'chip', metric: 't1' });
    if (!day || !others[0]) throw new Error('no roll-ups');
    await batchWriteItems(verbs.db, [
      { delete: rollUpEntity.keys(day) },
      { put: rollUpEntity.encode({ ...others[0], targets: day.targets }, 7) },
    ]);
    expect(await rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' })).toEqual({ results: 0, days: 2 });
    expect(await rollUps()).toEqual(right);
  });

  it('what a wrong clock dated ahead is the newest of no day or month that has another value', async () => {
    const recordedAt = '2025-03-01T11:00:00.000Z';
    await put([
      sampleOf({}),
      sampleOf({ at: '2025-03-01T20:00:00.000Z', sampleId: 'wrong', value: 41, recordedAt }),
      sampleOf({ at: '2025-03-05T20:00:00.000Z', sampleId: 'far', value: 42, recordedAt }),
    ]);
    verbs.now = new Date('2025-04-02T12:00:00.000Z');
    await close();
    const latest = Object.entries(await rollUps()).map(([name, targets]) => [name, targets['0']?.latest]);
    expect(Object.fromEntries(latest)).toEqual({ 'day 20250301 -': 40, 'day 20250305 -': 42, 'month 202503 -': 40 });
  });

  it('roll-ups lose what was excluded, and fall back to what was before', async () => {
    verbs.now = new Date('2025-05-01T12:00:00.000Z');
    const before = sampleOf({ value: 40 });
    const bad = sampleOf({ value: 90, at: '2025-03-01T11:00:00.000Z', sampleId: 'b' });
    await put([before, bad]);
    await close();
    expect((await rollUps())['month 202503 -']?.['0']).toMatchObject({ latest: 90, best: 90, count: 2 });
    await put([{ ...bad, excluded: true }], 2);
    expect((await days())['day 20250301 -']?.['0']).toMatchObject({ latest: 40, best: 40, count: 1 });
    await close();
    expect((await rollUps())['month 202503 -']?.['0']).toMatchObject({ latest: 40, best: 40, count: 1 });
  });

  it('roll-ups are complete after the next sweep where one broke off at any request', async () => {
    const requests = 14;
    for (const [at, when] of [2, 4, 6, 9, requests].flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const])) {
      await fresh();
      verbs.now = new Date('2025-05-01T12:00:00.000Z');
      const samples = [sampleOf({}), sampleOf({ at: '2025-03-02T10:00:00.000Z' })];
      await put(samples);
      verbs.faults.plan(crashAt(at, when));
      await closeSpans(ctx, new Date('2030-01-01')).catch(() => undefined);
      verbs.faults.clear();
      await verbs.faults.idle();
      expect(await days()).toEqual(daysOnly(bruteForce(samples)));
      await close();
      expect(await rollUps()).toEqual(bruteForce(samples));
    }
  });

  it('roll-ups wait for their chip where its samples were written before it', async () => {
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    verbs.now = new Date('2025-05-01T12:00:00.000Z');
    const samples = [sampleOf({})];
    await put(samples);
    await close();
    expect(await rollUps()).toEqual({});
    await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
    await close();
    expect(await rollUps()).toEqual(bruteForce(samples));
  });

  it('roll-ups go with their chip, open days too', async () => {
    verbs.now = new Date('2025-03-02T12:00:00.000Z');
    await put([sampleOf({}), sampleOf({ metric: 't2_echo' }), sampleOf({ at: '2025-03-02T10:00:00.000Z' })]);
    await close();
    await deleteChip(ctx, 'chip', { force: true, permanent: true });
    await close();
    expect([...(await verbs.table()).keys()].filter((key) => key.includes('#C#chip#'))).toEqual([]);
  });
});

/** Means are rounded: they are put together in another order than they are written here. */
const near = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? Number(part.toFixed(9)) : part)));
