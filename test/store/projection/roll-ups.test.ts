import '#test/support/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chips/create-chip.ts';
import { deleteChip } from '#shared/services/chips/delete-chip.ts';
import { changesOf, project } from '#shared/services/projection/project.ts';
import { rebuildChip } from '#shared/services/projection/rebuild.ts';
import { batchWriteItems } from '#shared/store/database.ts';
import { listRollUps, rollUpEntity, unpackTargets } from '#shared/store/roll-ups.ts';
import { type SampleRecord, sampleEntity, seriesEntity } from '#shared/store/samples.ts';
import { crashAt } from '#test/support/faults.ts';
import { startVerbs, type Verbs } from '#test/support/verbs.ts';

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
  recordedAt: '2025-03-01T10:00:00.000Z',
  recordedBy: 'alice',
  ...given,
});

/** Writes samples with their marks, as their writers do, and answers what the stream tells of them. */
async function put(samples: readonly SampleRecord[], rev = 1) {
  const marks = new Map(
    samples.map(({ projectId, chipId, metric, at }) => {
      const month = at.slice(0, 7).replace('-', '');
      return [`${metric} ${month}`, seriesEntity.encode({ projectId, chipId, metric, month }, 1)];
    }),
  );
  const items = samples.map((sample) => sampleEntity.encode(sample, rev));
  await batchWriteItems(
    verbs.db,
    [...marks.values(), ...items].map((item) => ({ put: item })),
  );
  return items.map(changesOf);
}

/** Every roll-up: what it has of each target, in short. */
async function rollUps(metric = 't1') {
  const rows = await listRollUps(verbs.db, { projectId: ctx.projectId, chipId: 'chip', metric });
  return Object.fromEntries(
    rows.map(({ span, date, cooldownId, targets }) => [
      `${span} ${date} ${cooldownId ?? '-'}`,
      Object.fromEntries(
        unpackTargets(targets).map(({ target, rollUp: { latest, units } }) => [
          target.id,
          { latest: latest.value, count: units.us?.count ?? 0, mean: units.us?.mean, best: units.us?.best?.value },
        ]),
      ),
    ]),
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

describe('roll-ups of metrics', () => {
  it('are those of the samples, however often, in what order and beside what the stream delivers', {
    timeout: 240_000,
  }, async () => {
    const deliveries = fc.array(fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(history, deliveries, async (entries, order) => {
        await fresh();
        const samples = entries.map((entry) => sampleOf(entry));
        const [early, late] = [samples.slice(0, 3), samples.slice(3)];
        const first = await put(early);
        const batches = order.map((batch) => batch.flatMap((n) => first[n] ?? []));
        // The rest is written while what was delivered before is worked on.
        const [second] = await Promise.all([put(late), ...batches.map((batch) => project(ctx, batch))]);
        await Promise.all([
          project(ctx, second),
          project(ctx, first.toReversed()),
          project(ctx, [...first, ...second]),
        ]);
        const made = await rollUps();
        const expected = bruteForce(samples);
        expect(Object.keys(made).toSorted()).toEqual(Object.keys(expected).toSorted());
        for (const [span, targets] of Object.entries(expected)) expect(near(made[span])).toEqual(near(targets));
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('are as they were after a rebuild, which also makes those that are missing or wrong', async () => {
    const samples = ['0', '1', '2'].map((id, n) =>
      sampleOf({ target: { kind: 'qubit', id }, at: instants[n] ?? '', value: 40 + n }),
    );
    await project(ctx, await put(samples));
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

  it('lose what was excluded, and fall back to what was before', async () => {
    const before = sampleOf({ value: 40 });
    const bad = sampleOf({ value: 90, at: '2025-03-01T11:00:00.000Z', sampleId: 'b' });
    await project(ctx, await put([before, bad]));
    expect((await rollUps())['month 202503 -']?.['0']).toMatchObject({ latest: 90, best: 90, count: 2 });
    await project(ctx, await put([{ ...bad, excluded: true }], 2));
    expect((await rollUps())['month 202503 -']?.['0']).toMatchObject({ latest: 40, best: 40, count: 1 });
  });

  it('are complete once a delivery is repeated that broke off at any request', async () => {
    const requests = 12;
    for (const [at, when] of [1, 3, 4, 7, requests].flatMap((n) => [[n, 'before'] as const, [n, 'after'] as const])) {
      await fresh();
      const samples = [sampleOf({}), sampleOf({ at: '2025-03-02T10:00:00.000Z' })];
      const changes = await put(samples);
      verbs.faults.plan(crashAt(at, when));
      await expect(project(ctx, changes)).rejects.toThrow();
      verbs.faults.clear();
      await verbs.faults.idle();
      await project(ctx, changes);
      expect(await rollUps()).toEqual(bruteForce(samples));
    }
  });

  it('of samples that were written before their chip are made with the chip', async () => {
    await deleteChip(ctx, 'chip', true);
    const samples = [sampleOf({})];
    const early = await put(samples);
    await project(ctx, early);
    expect(await rollUps()).toEqual({});
    await createChip(ctx, { chipId: 'chip', size: 4, topologyId: 'linear-4' });
    await project(ctx, [{ kind: 'chip', projectId: ctx.projectId, chipId: 'chip' }]);
    expect(await rollUps()).toEqual(bruteForce(samples));
  });

  it('go with their chip', async () => {
    const changes = await put([sampleOf({}), sampleOf({ metric: 't2_echo' })]);
    await project(ctx, changes);
    await deleteChip(ctx, 'chip', true);
    await project(ctx, changes);
    expect([...(await verbs.table()).keys()].filter((key) => key.includes('#C#chip#'))).toEqual([]);
  });
});

/** Means are rounded: they are put together in another order than they are written here. */
const near = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'number' ? Number(part.toFixed(9)) : part)));
