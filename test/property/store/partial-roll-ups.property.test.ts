import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { isNewer } from '#shared/values/rules/roll-up.ts';
import { getOpenSpan, openSpanEntity, partialOf } from '#shared/values/store/open-spans.ts';
import { isCountedSample, type SampleRecord } from '#shared/values/store/samples.ts';
import { latestReadings } from '#shared/values/verbs/latest-readings.ts';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { makePartials } from '#shared/values/verbs/projection/make-partials.ts';
import { rebuildChip } from '#shared/values/verbs/projection/rebuild.ts';
import { readMeasuredSpans, rollUpsOfRange } from '#shared/values/verbs/range-roll-ups.ts';
import { crashAt } from '#test/support/engine/faults.ts';
import { interleaved, isWrite } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkPartials, withoutPartials } from '#test/support/invariants/partial-invariants.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { type SampleWorld, startSampleWorld } from '#test/support/runs/sample-world.ts';

let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
  ctx = await verbs.member('alice');
});
afterAll(() => verbs.stop());

const day = '20250601';
const minuteOf = (n: number): string => new Date(Date.UTC(2025, 5, 1) + n * 60_000).toISOString();

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('run' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), minute: fc.nat({ max: 700 }) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'exclude' as const }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('make' as const), always: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pause' as const), at: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('die' as const), at: fc.integer({ min: 3, max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'earlier version' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'rebuild' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A day of a chip that is under way. */
class Day {
  readonly world: SampleWorld;
  #minute = 0;
  #seed: number;

  constructor(world: SampleWorld, seed: number) {
    this.world = world;
    this.#seed = seed;
  }

  get #ref() {
    return { projectId: ctx.projectId, chipId: this.world.chipId };
  }

  async take(one: Step): Promise<void> {
    this.#seed += 1;
    switch (one.kind) {
      case 'run':
        return this.#run(one.count);
      case 'late':
        return this.#late(one.minute % (this.#minute + 1));
      case 'exclude':
        return this.world.exclude(this.#seed);
      case 'make':
        return void (await makePartials(ctx, this.#ref, one));
      case 'pause':
        return this.#standStill(one.at);
      case 'die':
        verbs.faults.plan(crashAt(one.at, one.at % 2 === 0 ? 'before' : 'after'));
        await makePartials(ctx, this.#ref, { always: true }).catch(() => undefined);
        verbs.faults.clear();
        return verbs.faults.idle();
      case 'earlier version':
        return this.#forget();
      case 'rebuild':
        return void (await rebuildChip(ctx, this.#ref));
      case 'sweep':
        expect((await closeSpans(ctx, new Date('2100-01-01'))).failed).toBe(0);
    }
  }

  /** Samples in the order of time, behind all others. */
  async #run(count: number): Promise<void> {
    const begin = this.#minute;
    this.#minute += count;
    verbs.now = new Date(minuteOf(this.#minute + 1));
    await this.world.measure(count, this.#seed, (one, n) => ({ ...one, at: minuteOf(begin + n + 1) }));
  }

  #late(minute: number): Promise<void> {
    return this.world.measure(2, this.#seed, (one) => ({ ...one, at: minuteOf(minute) }));
  }

  /** The maker of partial roll-ups pauses before a write, while others measure, exclude and make them. */
  async #standStill(at: number): Promise<void> {
    let writes = -1;
    await interleaved(verbs.client, {
      work: () => makePartials(ctx, this.#ref, { always: true }),
      where: (request) => isWrite(request) && ++writes === at,
      meanwhile: async () => {
        await this.#run(3);
        await this.#late(0);
        await this.world.exclude(this.#seed);
        if (at % 2 === 0) await makePartials(ctx, this.#ref, { always: true });
      },
    }).catch((error: Error) => expect(error.message).toContain('sent no request'));
  }

  /** A version that does not know of partial roll-ups writes the mark of the day. */
  async #forget(): Promise<void> {
    const mark = await getOpenSpan(verbs.db, { ...this.#ref, span: 'day', date: day });
    if (!mark) return;
    const { rev, partial: _partial, closing: _closing, ...record } = mark;
    await writeItem(verbs.db, { put: openSpanEntity.encode({ ...record, token: `old ${this.#seed}` }, rev + 1) });
    await this.#late(0);
  }

  async check(): Promise<number> {
    const through = verbs.now.toISOString();
    const found = await checkPartials(ctx, this.#ref, [
      { through },
      { through, cooldownId: 'a' },
      { from: minuteOf(0), through: minuteOf(this.#minute) },
      { from: minuteOf(5), through },
      { through: minuteOf(Math.floor(this.#minute / 2)), metrics: new Set(['t1']) },
    ]);
    await this.#checkValues(through);
    for (const part of [1, 2, 3]) await this.#checkNewest(minuteOf(Math.floor((this.#minute * part) / 3)));
    return found;
  }

  /** By the definition of each number. */
  async #checkValues(through: string): Promise<void> {
    const chip = await readChip(ctx, this.world.chipId);
    const spans = await readMeasuredSpans(verbs.db, ctx.projectId, this.world.chipId);
    const read = await rollUpsOfRange(verbs.db, chip, spans, { through });
    const shown = [...read].flatMap(([metric, targets]) =>
      targets.map(({ target, rollUp: { latest, units } }) => {
        const { count = 0, mean = 0, best } = Object.values(units)[0] ?? {};
        return [`${metric} ${target.id}`, latest.sampleId, count, mean.toPrecision(9), best?.value ?? null];
      }),
    );
    const counted = this.world.samples.filter((one) => isCountedSample(one) && one.at <= through);
    const expected = [...Map.groupBy(counted, nameOf)].map(([name, own]) => {
      const values = own.flatMap(({ value }) => (value === null ? [] : [value]));
      const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
      const best = values.length > 0 && hasBest(own) ? Math.max(...values) : null;
      return [name, newestOf(own)?.sampleId, values.length, mean.toPrecision(9), best];
    });
    expect(shown.sort()).toEqual(expected.sort());
  }

  async #checkNewest(through: string): Promise<void> {
    const chip = await readChip(ctx, this.world.chipId);
    const spans = await readMeasuredSpans(verbs.db, ctx.projectId, this.world.chipId);
    const counted = this.world.samples.filter(isCountedSample);
    // Whatever is current, it was measured later.
    const current = async () =>
      [...Map.groupBy(counted, nameOf).values()].flatMap(([one]) =>
        one ? [{ ...readingOf(one), at: '2025-06-02T00:00:00.000Z' }] : [],
      );
    const read = (known: typeof spans) =>
      latestReadings(
        {
          db: verbs.db,
          chip: { ...chip, lastCalibratedAt: '2025-06-02T00:00:00.000Z' },
          spans: async () => known,
          current,
        },
        { through },
      );
    const shown = (await read(spans)).map(({ metric, target, at }) => [`${metric} ${target.id}`, at]).sort();
    const raw = (await read(withoutPartials(spans)))
      .map(({ metric, target, at }) => [`${metric} ${target.id}`, at])
      .sort();
    const before = counted.filter(({ at }) => at <= through);
    const expected = [...Map.groupBy(before, nameOf)].map(([name, own]) => [name, newestOf(own)?.at]).sort();
    expect([through, shown]).toEqual([through, expected]);
    expect(raw).toEqual(shown);
  }
}

const nameOf = ({ metric, target }: SampleRecord): string => `${metric} ${target.id}`;
/** All metrics of the world that have a good end are better the greater they are. */
const hasBest = ([one]: readonly SampleRecord[]): boolean =>
  one !== undefined && describeMetric(one.metric, one.target.kind).mode !== 'none';
const newestOf = (own: readonly SampleRecord[]) =>
  own.reduce<SampleRecord | undefined>((newest, one) => (!newest || isNewer(one, newest) ? one : newest), undefined);

const readingOf = ({ metric, target, at }: SampleRecord) =>
  ({ metric, target, at }) as unknown as Awaited<ReturnType<typeof latestReadings>>[number];

let number = 0;

test('a day that is under way is read as every sample of it says, regardless of who measures, excludes, dies or pauses', async () => {
  let found = 0;
  const cases = caseCount(60);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.nat(), async (steps, seed) => {
      verbs.faults.clear();
      number += 1;
      const chipId = `chip-${number}`;
      const world = await startSampleWorld(verbs, ctx, chipId);
      const one = new Day(world, seed);
      await one.take({ kind: 'run', count: 5 });
      for (const next of steps) {
        await one.take(next);
        found += await one.check();
      }
      await makePartials(ctx, { projectId: ctx.projectId, chipId }, { always: true });
      const mark = await getOpenSpan(verbs.db, { projectId: ctx.projectId, chipId, span: 'day', date: day });
      expect(mark && partialOf(mark)?.metrics).toEqual(mark?.metrics);
      await one.check();
    }),
    { numRuns: cases, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(cases);
});
