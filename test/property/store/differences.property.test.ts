import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chipEntity } from '#shared/chips/store/chips.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import type { Difference } from '#shared/statistics/rules/differences/compared.ts';
import { chipReads, compareSides, readDifferences } from '#shared/statistics/verbs/differences/read-differences.ts';
import type { SideRequest } from '#shared/statistics/verbs/differences/sides.ts';
import { listRollUps, packTargets, rollUpEntity, unpackTargets } from '#shared/values/store/roll-ups.ts';
import { listSeries } from '#shared/values/store/series.ts';
import { readMeasuredSpans } from '#shared/values/verbs/range-roll-ups.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { type BruteSide, bruteDifferences } from '#test/support/properties/brute-differences.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { putExecution } from '#test/support/runs/execution.ts';
import { instants, startSampleWorld } from '#test/support/runs/sample-world.ts';

let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
});
afterAll(() => verbs.stop());

const cooldowns = [
  { startedAt: '2025-01-02T06:30:00.000Z', endedAt: '2025-01-31T12:00:00.000Z' },
  { startedAt: '2025-02-02T00:00:00.000Z', endedAt: '2025-04-10T23:59:59.999Z' },
];
const now = '2025-06-01T00:00:00.000Z';
const executionId = '20250101-000';
const run = { from: '2024-12-31T00:00:00.000Z', through: '2025-03-02T00:00:00.000Z' };

const side: fc.Arbitrary<SideRequest> = fc.oneof(
  { weight: 6, arbitrary: instants.map((asOf) => ({ kind: 'instant' as const, asOf })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'execution' as const, executionId }) },
  { weight: 2, arbitrary: fc.nat({ max: 1 }).map((n) => ({ kind: 'cooldown' as const, cooldownId: `n${n}` })) },
);

const cooldownOf = (id: string) => (id === 'n0' ? cooldowns[0] : cooldowns[1]) ?? { startedAt: now, endedAt: now };

function bruteSide(request: SideRequest): BruteSide {
  if (request.kind === 'execution') return { ...run, executionId };
  if (request.kind !== 'cooldown') return { asOf: (request.kind === 'instant' && request.asOf) || now };
  const { startedAt, endedAt } = cooldownOf(request.cooldownId);
  return { from: startedAt, through: endedAt };
}

/** Without absent fields, and without the source of faulty marks, which is not kept for a current mark. */
const comparable = (differences: readonly Difference[]) =>
  JSON.parse(
    JSON.stringify(
      differences.map(({ target: { kind, id }, before, after, ...rest }) => {
        return { kind, id, ...rest, before: withoutSourceOfMark(before), after: withoutSourceOfMark(after) };
      }),
    ),
  );

const withoutSourceOfMark = (side: Difference['before']) =>
  side?.value === null ? { ...side, source: undefined } : side;

async function prepare(chipId: string): Promise<void> {
  const { rev, ...chip } = await readChip(ctx, chipId);
  await batchWriteItems(verbs.db, [{ put: chipEntity.encode({ ...chip, lastCalibratedAt: now }, rev + 1) }]);
  const words = { description: '', wiringInfo: '', wiringBlocks: '' };
  await createCryostat(ctx, 'fridge', { name: '', manufacturer: '', model: '', location: '', status: 'active' });
  for (const [n, period] of cooldowns.entries())
    await createCooldown(ctx, { cooldownId: `n${n}`, cryoId: 'fridge', chipIds: [chipId], ...words, ...period });
  const times = { createdAt: '2025-01-01T00:00:00.000Z', endAt: '2025-03-01T00:00:00.000Z' };
  await putExecution(verbs.db, { projectId: ctx.projectId, chipId, executionId, ...times });
}

/** The same as an overview reads it: a week back first. */
async function inTwoLooks(from = now, to = now): Promise<Difference[]> {
  const chip = await readChip(ctx, 'chip');
  const reads = chipReads(ctx, chip, await readMeasuredSpans(ctx.db, ctx.projectId, 'chip'));
  const [before, after] = [from, to].map((through) => ({ kind: 'instant' as const, through }));
  if (!before || !after) throw new Error('two instants');
  return (await compareSides(ctx, reads, { before, after, firstDays: 7 })).differences;
}

const cases = caseCount(400);
const worlds = Math.ceil(cases / 100);

it(`differences of two sides are what every sample says (${cases} cases)`, async () => {
  let scored = 0;
  for (let n = 0; n < worlds; n += 1) {
    await verbs.empty();
    ctx = await verbs.member(`user${n}`);
    const world = await startSampleWorld(verbs, ctx, 'chip');
    await prepare('chip');
    await world.measure(120, n);
    if (n % 3 > 0) await world.close();
    await world.measure(30, n + 1000);
    await world.exclude(n);
    if (n % 3 > 1) await world.close();
    for (const [before, after] of fc.sample(fc.tuple(side, side), { numRuns: Math.ceil(cases / worlds), seed: n })) {
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      const { differences } = await readDifferences(ctx, 'chip', { before, after });
      const wanted = bruteDifferences(world.samples, bruteSide(before), bruteSide(after), cooldowns);
      expect(comparable(differences), JSON.stringify([n, before, after])).toEqual(comparable(wanted));
      if (before.kind === 'instant' && after.kind === 'instant')
        expect(comparable(await inTwoLooks(before.asOf, after.asOf))).toEqual(comparable(wanted));
      scored += wanted.filter(({ judged }) => judged).length;
    }
  }
  expect(scored).toBeGreaterThan(cases / 4);
});

/** Makes the roll-ups of a chip those of a version that kept no medians. */
async function forgetMedians(projectId: string, chipId: string): Promise<number> {
  const metrics = new Set((await listSeries(verbs.db, projectId, chipId)).map(({ metric }) => metric));
  let forgotten = 0;
  for (const metric of metrics) {
    const rows = await listRollUps(verbs.db, { projectId, chipId, metric });
    const items = rows.map(({ rev, ...row }) => {
      const targets = unpackTargets(row.targets).map(({ target, rollUp: { latest, units, day } }) => {
        forgotten += Number(day !== undefined);
        return { target, rollUp: { latest, units } };
      });
      return { ...rollUpEntity.encode({ ...row, targets: packTargets(targets) }, rev), v: 2 };
    });
    await batchWriteItems(
      verbs.db,
      items.map((put) => ({ put })),
    );
  }
  return forgotten;
}

it('differences are what every sample says where an earlier version made the roll-ups, without medians of days', async () => {
  await verbs.empty();
  ctx = await verbs.member('before');
  const world = await startSampleWorld(verbs, ctx, 'chip');
  await prepare('chip');
  await world.measure(150, 7);
  await world.close();
  expect(await forgetMedians(ctx.projectId, 'chip')).toBeGreaterThan(5);
  for (const [before, after] of fc.sample(fc.tuple(side, side), { numRuns: 20, seed: 7 })) {
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    const { differences } = await readDifferences(ctx, 'chip', { before, after });
    const wanted = bruteDifferences(world.samples, bruteSide(before), bruteSide(after), cooldowns);
    expect(comparable(differences), JSON.stringify([before, after])).toEqual(comparable(wanted));
  }
});
