import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNewer, type Measurement, mergeRollUps, rollUp, type TargetRollUp } from '#shared/values/rules/roll-up.ts';
import { mean } from '#shared/values/rules/statistics.ts';
import { sampleStandardDeviation } from '#test/support/properties/brute-statistics.ts';

const instant = fc.integer({ min: 0, max: 20 }).map((n) => `2025-03-${String(n + 1).padStart(2, '0')}T00:00:00.000Z`);
const measurement: fc.Arbitrary<Measurement> = fc.record({
  at: instant,
  value: fc.option(fc.double({ min: 1, max: 100, noNaN: true }), { freq: 6 }),
  unit: fc.constant('us'),
  source: fc.constantFrom('import', 'manual', 'task', 'simulator'),
  recordedAt: instant,
  sampleId: fc.uuid(),
});
const measurements = fc.uniqueArray(measurement, { minLength: 1, maxLength: 12, selector: ({ sampleId }) => sampleId });

/** Rolls up parts that `cuts` makes of the list, and puts them together. */
function inParts(list: readonly Measurement[], cuts: readonly boolean[]): TargetRollUp | undefined {
  const parts: Measurement[][] = [[]];
  for (const [n, one] of list.entries()) {
    if (cuts[n]) parts.push([]);
    parts.at(-1)?.push(one);
  }
  const rolled = parts.flatMap((part) => rollUp('t1', 'qubit', part) ?? []);
  return mergeRollUps('maximize', rolled);
}

describe('roll-ups', () => {
  it('roll-ups have the newest measurement, the best value, mean and deviation, however they are put together', () => {
    const cases = fc.tuple(measurements, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }));
    fc.assert(
      fc.property(cases, ([list, cuts]) => {
        const rolled = inParts(list, cuts);
        const values = list.flatMap(({ value }) => value ?? []);
        expect(rolled?.latest).toEqual(list.toSorted((a, b) => (isNewer(a, b) ? -1 : 1))[0]);
        const aggregate = rolled?.units.us;
        expect(aggregate?.count ?? 0).toBe(values.length);
        if (!aggregate) return;
        expect(aggregate.best?.value).toBe(Math.max(...values));
        expect(aggregate.mean).toBeCloseTo(mean(values) ?? Number.NaN, 9);
        const deviation = values.length > 1 ? Math.sqrt(aggregate.squares / (values.length - 1)) : undefined;
        if (deviation !== undefined) expect(deviation).toBeCloseTo(sampleStandardDeviation(values) ?? Number.NaN, 9);
      }),
    );
  });

  it('roll-ups keep the deviation of values that differ in their last digits only', () => {
    const values = [5.000_000_001, 5.000_000_002, 5.000_000_003];
    const list = values.map((value, n) => one({ value, sampleId: String(n), unit: 'GHz' }));
    const rolled = rollUp('qubit_frequency', 'qubit', list)?.units.GHz;
    expect(Math.sqrt((rolled?.squares ?? 0) / 2)).toBeCloseTo(1e-9, 12);
  });

  it('roll-ups have no best value of a metric of which neither end is good', () => {
    expect(rollUp('something', 'qubit', [one({})])?.units.us).toEqual({
      ...{ count: 1, mean: 40, squares: 0, newestAt: '2025-03-01T00:00:00.000Z' },
      blocks: { '2025-03 0': { count: 1, mean: 40 } },
    });
  });

  it('roll-ups bring values to one unit, and keep apart what no unit is common to', () => {
    const rolled = rollUp('t1', 'qubit', [
      one({ value: 40, unit: 'us' }),
      one({ value: 0.06, unit: 'ms', sampleId: 'b' }),
      one({ value: 3, unit: 'GHz', sampleId: 'c' }),
    ]);
    expect(rolled?.units).toMatchObject({
      us: { count: 2, mean: 50, best: { value: 60 } },
      GHz: { count: 1, mean: 3 },
    });
  });
});

const one = (given: Partial<Measurement>): Measurement => ({
  at: '2025-03-01T00:00:00.000Z',
  value: 40,
  unit: 'us',
  source: 'task',
  recordedAt: '2025-03-01T00:00:00.000Z',
  sampleId: 'a',
  ...given,
});
