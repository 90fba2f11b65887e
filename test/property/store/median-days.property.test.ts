import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectContext } from '#shared/kernel/context.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { readMeasuredChip } from '#shared/values/verbs/measured-chip.ts';
import { medianDays } from '#shared/values/verbs/median-days.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { newestOf } from '#test/support/runs/newest-samples.ts';
import { instants, type SampleWorld, startSampleWorld } from '#test/support/runs/sample-world.ts';

let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
});
afterAll(() => verbs.stop());

/** Zones whose days end where those of UTC do, before and behind them, and where clocks are changed. */
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Kiritimati'];

/** The date that a clock of the zone shows, by the platform's own formatter. */
const dateIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at));

const middle = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

/** What a metric had at the end of a day, of every sample there is. */
function wantedOf(samples: readonly SampleRecord[], timeZone: string, { date, end }: { date: string; end: string }) {
  const newest = newestOf(samples, end).filter(({ value }) => value !== null);
  return {
    median: middle(newest.flatMap(({ value }) => value ?? [])),
    present: newest.length,
    measured: newest.filter(({ at }) => dateIn(timeZone, at) === date).length,
  };
}

async function compare(world: SampleWorld, now: string, timeZone: string): Promise<number> {
  verbs.now = new Date(now);
  const begun = await readMeasuredChip(ctx, world.chipId);
  const { days, ...found } = await medianDays(ctx, begun, { timeZone, days: 30 });
  expect(days).toHaveLength(30);
  expect(days.every(({ date, start, end }) => dateIn(timeZone, start) === date && dateIn(timeZone, end) === date)).toBe(
    true,
  );
  expect(dateIn(timeZone, new Date(Date.parse(days.at(-1)?.end ?? '') + 1).toISOString())).toBe(dateIn(timeZone, now));
  for (const kind of ['qubit', 'coupling'] as const)
    for (const [metric, medians] of Object.entries(found[kind])) {
      const own = world.samples.filter((sample) => sample.metric === metric && sample.target.kind === kind);
      const told = medians.map(({ median, present, measured }) => ({ median, present, measured }));
      expect(told, `${metric} ${timeZone} ${now}`).toEqual(days.map((day) => wantedOf(own, timeZone, day)));
    }
  return [...Object.values(found.qubit), ...Object.values(found.coupling)]
    .flat()
    .filter(({ median }) => median !== null).length;
}

/** So that most targets have more than one value on a day of UTC, and days of other zones end between these. */
const onFewDays = ({ at, value }: { at: string; value: number }, n: number) => ({
  at: `2025-02-${26 + (n % 3)}${at.slice(10)}`,
  value,
});

const cases = caseCount(200);
// Of every three the days of one are closed in part, and those of another all.
const worlds = Math.max(3, Math.ceil(cases / 50));

it(`the medians of days are what every sample says at their ends, in every zone (${cases} cases)`, async () => {
  let shown = 0;
  for (let n = 0; n < worlds; n += 1) {
    const world = await startSampleWorld(verbs, ctx, `medians-${n}`);
    await world.measure(40, n);
    await world.measure(60, n + 500, onFewDays);
    if (n % 3 > 0) await world.close();
    await world.measure(15, n + 1000);
    await world.exclude(n);
    if (n % 3 > 1) await world.close();
    const times = fc.tuple(instants, fc.constantFrom(...zones));
    for (const [now, timeZone] of fc.sample(times, { numRuns: Math.ceil(cases / worlds), seed: n }))
      shown += await compare(world, now, timeZone);
  }
  expect(shown).toBeGreaterThan(cases * 30);
});
