import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { Stretches } from '#shared/statistics/rules/differences/stretches.ts';
import { judgeMeasured } from '#shared/statistics/rules/judge-measured.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { scoreOfLevel, scoreOfValues } from '#shared/statistics/rules/score.ts';
import { seriesLevels } from '#shared/statistics/rules/series-level.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { levelsIn, listLevels } from '#shared/values/store/target-levels.ts';
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

const DAY_MS = 86_400_000;
/** Of which the second began in the middle of a day on which much was measured. */
const cooldowns = [
  { startedAt: '2025-01-02T06:30:00.000Z', endedAt: '2025-01-31T12:00:00.000Z' },
  { startedAt: '2025-02-02T06:30:00.000Z', endedAt: undefined },
];

async function cool(ctx: ProjectContext, count: number): Promise<void> {
  const words = { description: '', wiringInfo: '', wiringBlocks: '' };
  await createCryostat(ctx, 'fridge', { name: '', manufacturer: '', model: '', location: '', status: 'active' });
  for (const [n, period] of cooldowns.slice(0, count).entries())
    await createCooldown(ctx, { cooldownId: `n${n}`, cryoId: 'fridge', chipIds: ['chip'], ...words, ...period });
}

/** The levels of all series, from each sample by the definition of a level. */
function bruteForce(
  samples: readonly SampleRecord[],
  periods: readonly { startedAt: string; endedAt?: string | undefined }[],
) {
  const stretches = new Stretches(periods);
  const counted = samples.filter(
    ({ excluded, at }) => !excluded && at.slice(0, 10) < verbs.now.toISOString().slice(0, 10),
  );
  const kinds = Map.groupBy(counted, ({ metric, target }) => `${target.kind} ${metric}`);
  return [...Map.groupBy(counted, ({ metric }) => metric)]
    .flatMap(([metric, ofMetric]) => {
      const newest =
        ofMetric
          .map(({ at }) => at)
          .sort()
          .at(-1) ?? '';
      const part = stretches.indexOf(verbs.now.toISOString());
      if (stretches.indexOf(newest) !== part) return [];
      const oldest = new Date(Date.parse(newest.slice(0, 10)) - 90 * DAY_MS).toISOString();
      return ['qubit', 'coupling'].flatMap((kind) => {
        const own = (kinds.get(`${kind} ${metric}`) ?? []).filter(
          ({ at }) => at >= oldest && stretches.indexOf(at) === part,
        );
        const series = [...Map.groupBy(own, ({ target }) => target.id)].map(([target, list]) => ({
          target,
          points: pointsOf(list),
        }));
        const levels = seriesLevels(series, scaleOf(describeMetric(metric, kind as 'qubit')));
        return [...levels].map(([id, level]) => [`${kind} ${id} ${metric}`, level] as const);
      });
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The same, as stored with the targets. */
async function kept(ctx: ProjectContext, cooldownId: string | undefined) {
  const records = await listLevels(verbs.db, ctx.projectId, 'chip');
  return records
    .flatMap((record) =>
      Object.entries(levelsIn(record, cooldownId)).map(
        ([metric, level]) => [`${record.target.kind} ${record.target.id} ${metric}`, level] as const,
      ),
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

const worlds = caseCount(40);

it(`levels alongside the targets are what every sample says, whatever came late, was excluded or was made again (${worlds} worlds)`, async () => {
  let known = 0;
  for (let n = 0; n < worlds; n += 1) {
    await verbs.empty();
    const ctx = await verbs.member(`user${n}`);
    const world: SampleWorld = await startSampleWorld(verbs, ctx, 'chip');
    const cooled = n % 3;
    await cool(ctx, cooled);
    const cooldownId = cooled === 2 ? 'n1' : undefined;
    const periods = cooldowns.slice(0, cooled);
    await world.measure(60 + 20 * (n % 5), n);
    await world.close();
    const expected = bruteForce(world.samples, periods);
    expect(await kept(ctx, cooldownId), `world ${n}`).toEqual(expected);
    known += expected.filter(([, level]) => level.n >= 8).length;
    // Into days that are closed.
    await world.measure(25, n + 1000);
    await world.exclude(n);
    await world.close();
    const after = await kept(ctx, cooldownId);
    expect(after, `world ${n}, later`).toEqual(bruteForce(world.samples, periods));
    // Nothing but the samples is needed.
    const lost = await listLevels(verbs.db, ctx.projectId, 'chip');
    await batchWriteItems(
      verbs.db,
      lost.map(({ target }) => ({ delete: { pk: `P#${ctx.projectId}#C#chip`, sk: keyOf(target) } })),
    );
    await rebuildChip(ctx, { projectId: ctx.projectId, chipId: 'chip' });
    expect(await kept(ctx, cooldownId), `world ${n}, rebuilt`).toEqual(after);
  }
  expect(known).toBeGreaterThan(worlds / 2);
});

const keyOf = ({ kind, id }: SampleRecord['target']): string =>
  kind === 'qubit'
    ? `LEVELS#Q~000${id}`
    : `LEVELS#C~${id
        .split('-')
        .map((part) => `000${part}`)
        .join('-')}`;

const points = fc.array(fc.double({ min: 20, max: 90, noNaN: true }), { minLength: 1, maxLength: 40 });

it('the gate holds a jump exactly where both scores of the rule reach 3 over at least 8 day points', () => {
  const definition = describeMetric('t1', 'qubit');
  const scale = scaleOf(definition);
  const seen = { held: 0, passed: 0, short: 0 };
  fc.assert(
    fc.property(points, fc.double({ min: 0.5, max: 400, noNaN: true }), (history, value) => {
      const days = history.map((x, n) => ({
        day: new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10),
        ...{ y: Math.log(x), n: 1 },
      }));
      const level = seriesLevels([{ target: '0', points: days }], scale).get('0');
      const standing = { value: history.at(-1) ?? 50, unit: 'us', at: `${days.at(-1)?.day}T12:00:00.000Z` };
      const at = new Date(Date.parse(standing.at) + DAY_MS).toISOString();
      const known = (metric: string) => (metric === 't1' ? { standing, level } : {});
      const { mark } = judgeMeasured({ value, unit: 'us', at }, definition, known, 'hold');
      const n = Math.min(history.length, 30);
      if (!level) throw new Error('a series with a prior has a level');
      const scores = [
        scoreOfLevel({ y: Math.log(value) }, level, 0.02)?.z ?? 0,
        scoreOfValues({ y: Math.log(standing.value) }, { y: Math.log(value) }, level, 0.02).z,
      ];
      const isJump = n >= 8 && Math.min(...scores.map(Math.abs)) >= 3;
      expect(mark).toEqual(isJump ? { state: 'held', because: 'jump', points: n } : undefined);
      seen[n < 8 ? 'short' : isJump ? 'held' : 'passed'] += 1;
    }),
    { numRuns: caseCount(10_000) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
});
