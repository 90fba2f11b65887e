import '#test/support/properties/property-seed.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { luckOfBest } from '#shared/statistics/rules/best-of.ts';
import { SELECTION_MODES, type SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { SampleRecord } from '#shared/values/store/samples.ts';
import { readingsIn } from '#shared/values/verbs/range-readings.ts';
import { readMeasuredSpans, rollUpsOfRange } from '#shared/values/verbs/range-roll-ups.ts';
import type { Reading } from '#shared/values/verbs/readings.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { openCell } from '#test/support/open-cell.ts';
import { type Average, average } from '#test/support/properties/brute-statistics.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { instants, type SampleWorld, startSampleWorld } from '#test/support/runs/sample-world.ts';

let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
  ctx = await verbs.member('alice');
});
afterAll(() => verbs.stop());

const query = fc.record({
  from: fc.option(instants, { nil: undefined }),
  through: instants,
  cooldownId: fc.constantFrom(undefined, undefined, 'a', 'b'),
  metrics: fc.constantFrom(undefined, new Set(['t1']), new Set(['x90_gate_fidelity', 'cz_gate_fidelity', 'none'])),
});
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

const rank = ({ at, source, recordedAt, sampleId }: SampleRecord): string =>
  `${at} ${source === 'manual' ? 1 : 0} ${recordedAt} ${sampleId}`;
const newestFirst = (samples: readonly SampleRecord[]) => samples.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));

/** The definition of each mode, over every sample there is. */
function bruteForce(samples: readonly SampleRecord[], mode: SelectionMode, asked: Query) {
  const { from = '', through, cooldownId, metrics } = asked;
  const inside = samples.filter(
    (one) =>
      !one.excluded &&
      (!metrics || metrics.has(one.metric)) &&
      one.at >= from &&
      one.at <= through &&
      (cooldownId === undefined || one.cooldownId === cooldownId),
  );
  const groups = Map.groupBy(inside, ({ metric, target }) => `${metric} ${target.id}`);
  return Object.fromEntries(
    [...groups].flatMap(([key, group]) => {
      const value = standingFor(mode, newestFirst(group));
      return value ? [[key, value]] : [];
    }),
  );
}

function standingFor(mode: SelectionMode, samples: readonly SampleRecord[]) {
  const [newest] = samples;
  if (!newest) return undefined;
  const definition = describeMetric(newest.metric, newest.target.kind);
  const values = samples.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]));
  const mean = average(values);
  if (mode === 'best' && definition.mode === 'none') return undefined;
  if (mode === 'latest' || !mean) return { ...only(newest), n: newest.value === null ? 0 : 1, ...noNumbers };
  if (mode === 'average') {
    const numbers = { spread: mean.standardDeviation, standardError: mean.standardError, luck: null };
    return { value: mean.mean, at: values[0]?.at, n: mean.n, ...numbers, taskId: undefined };
  }
  const best = samples.reduce((a, b) => (b.value !== null && (a.value === null || b.value > a.value) ? b : a));
  return { ...only(best), n: mean.n, spread: mean.standardDeviation, standardError: null, luck: luckOf(newest, mean) };
}

/** Of values on a logarithmic scale: by the share of a time, or of the odds of an error. */
function luckOf({ metric }: SampleRecord, { n, mean, standardDeviation }: Average): number | null {
  if (standardDeviation === null || metric === 'qubit_frequency') return null;
  return luckOfBest(n, standardDeviation / (metric === 't1' ? mean : mean * (1 - mean)));
}

const only = ({ value, at, taskId }: SampleRecord) => ({ value, at, taskId });
const noNumbers = { spread: null, standardError: null, luck: null };

async function read(world: SampleWorld, asked: Query) {
  const chip = await readChip(ctx, world.chipId);
  const spans = await readMeasuredSpans(verbs.db, ctx.projectId, world.chipId);
  return rollUpsOfRange(verbs.db, chip, spans, asked);
}

const shownOf = (readings: readonly Reading[]) =>
  Object.fromEntries(
    readings
      .map(openCell)
      .map(({ metric, target, value, at, n, spread, standardError, luck, taskId }) => [
        `${metric} ${target.id}`,
        { value, at, n, spread, standardError, luck, taskId },
      ]),
  );

/** Sums in another order differ in their last digits, and so does the deviation of equal values from nothing. */
const withoutNoise = (number: number): number => (Math.abs(number) < 1e-12 ? 0 : Number(number.toPrecision(9)));

const rounded = (found: ReturnType<typeof shownOf> | ReturnType<typeof bruteForce>) =>
  Object.fromEntries(
    Object.entries(found).map(([key, fields]) => [
      key,
      Object.fromEntries(
        Object.entries(fields ?? {}).map(([name, field]) => [
          name,
          typeof field === 'number' ? withoutNoise(field) : field,
        ]),
      ),
    ]),
  );

const cases = caseCount(10_000);
const worlds = Math.ceil(cases / 1000);

it(`a range read from roll-ups and samples is what every sample says, in each mode (${cases} cases)`, async () => {
  let shown = 0;
  for (let n = 0; n < worlds; n += 1) {
    const world = await startSampleWorld(verbs, ctx, `chip-${n}`);
    await world.measure(120, n);
    if (n % 3 > 0) await world.close();
    await world.measure(20, n + 1000);
    await world.exclude(n);
    if (n % 3 > 1) await world.close();
    await world.measure(5, n + 2000);
    for (const asked of fc.sample(query, { numRuns: Math.ceil(cases / worlds / 3), seed: n })) {
      const metrics = await read(world, asked);
      for (const mode of SELECTION_MODES) {
        const found = rounded(shownOf(readingsIn(metrics, mode)));
        expect(found, `${mode} ${JSON.stringify(asked)}`).toEqual(rounded(bruteForce(world.samples, mode, asked)));
        shown += Object.keys(found).length;
      }
    }
  }
  expect(shown).toBeGreaterThan(cases);
});
