import '#test/support/properties/property-seed.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { sampleKeys } from '#shared/kernel/store/keys.ts';
import { Stretches } from '#shared/statistics/rules/differences/stretches.ts';
import { followMetric, isFollowed } from '#shared/statistics/rules/follow-metric.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { listDrift } from '#shared/values/store/drift.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { pointsOf } from '#test/support/properties/brute-differences.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { type SampleWorld, startSampleWorld } from '#test/support/runs/sample-world.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const cooldown = { startedAt: '2025-02-02T06:30:00.000Z', endedAt: undefined };

async function cool(ctx: ProjectContext): Promise<void> {
  const words = { description: '', wiringInfo: '', wiringBlocks: '' };
  await createCryostat(ctx, 'fridge', { name: '', manufacturer: '', model: '', location: '', status: 'active' });
  await createCooldown(ctx, { cooldownId: 'cd', cryoId: 'fridge', chipIds: ['chip'], ...words, ...cooldown });
}

/** The drift of all metrics, from each sample by the rules. */
function bruteForce(samples: readonly SampleRecord[], periods: readonly (typeof cooldown)[]) {
  const stretches = new Stretches(periods);
  const now = verbs.now.toISOString();
  const part = stretches.indexOf(now);
  const counted = samples.filter(({ excluded, at }) => !excluded && at.slice(0, 10) < now.slice(0, 10));
  const metrics = [...new Set(samples.map(({ metric }) => metric))].sort();
  const followed = metrics.filter((metric) =>
    (['qubit', 'coupling'] as const).some((kind) => isFollowed(scaleOf(describeMetric(metric, kind)))),
  );
  return metrics.flatMap((metric) => {
    const ofMetric = counted.filter((one) => one.metric === metric);
    const newest = ofMetric.reduce((a, { at }) => (a > at ? a : at), '');
    if (newest === '' || stretches.indexOf(newest) !== part) return [];
    const kinds = (['qubit', 'coupling'] as const).flatMap((kind) => {
      const own = ofMetric.filter(
        ({ at, target }) => target.kind === kind && stretches.indexOf(at) === part && at >= firstOfTail(newest),
      );
      const series = [...Map.groupBy(own, ({ target }) => target.id)].map(([target, list]) => ({
        target,
        points: pointsOf(list),
      }));
      const drift = followMetric(series, scaleOf(describeMetric(metric, kind)), followed.length);
      return drift ? [[kind, drift] as const] : [];
    });
    return kinds.length > 0 ? [{ metric, kinds: plain(Object.fromEntries(kinds)) }] : [];
  });
}

/** The first of the 120 days up to that of an instant. */
const firstOfTail = (newest: string): string =>
  new Date(Date.parse(newest.slice(0, 10)) - 119 * 86_400_000).toISOString();

/** Once a day and series or so, for fifty days: about as much, and from day 36 on a fifth of it. */
function daily({ at, value }: { at: string; value: number }, n: number) {
  const day = (n * 7) % 50;
  const steady = 0.5 + value / 10;
  const date = new Date(Date.UTC(2025, 2, 2 + day)).toISOString().slice(0, 10);
  return { at: `${date}${at.slice(10)}`, value: day >= 36 ? steady / 5 : steady };
}

/** The stored form: without undefined fields. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function kept(ctx: ProjectContext) {
  const records = await listDrift(verbs.db, ctx.projectId, 'chip');
  return records.map(({ metric, kinds }) => ({ metric, kinds: plain(kinds) }));
}

const worlds = caseCount(12);

it(`drift alongside the samples is what every sample says, whatever came late, was excluded or was made again (${worlds} worlds)`, async () => {
  let courses = 0;
  for (let n = 0; n < worlds; n += 1) {
    await verbs.empty();
    const ctx = await verbs.member(`user${n}`);
    const world: SampleWorld = await startSampleWorld(verbs, ctx, 'chip');
    const periods = n % 2 === 1 ? [cooldown] : [];
    if (periods.length > 0) await cool(ctx);
    await world.measure(200 + 60 * (n % 3), n, daily);
    await world.close();
    const expected = bruteForce(world.samples, periods);
    expect(await kept(ctx), `world ${n}`).toEqual(expected);
    courses += JSON.stringify(expected).split('"side"').length - 1;
    await world.measure(30, n + 1000, daily);
    await world.exclude(n);
    await world.close();
    const after = await kept(ctx);
    expect(after, `world ${n}, later`).toEqual(bruteForce(world.samples, periods));
    const keys = after.map(({ metric }) => sampleKeys.drift(ctx.projectId, 'chip', metric));
    await batchWriteItems(
      verbs.db,
      keys.map((key) => ({ delete: key })),
    );
    await rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' });
    expect(await kept(ctx), `world ${n}, rebuilt`).toEqual(after);
  }
  expect(courses).toBeGreaterThan(worlds);
});
