import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverage } from '#shared/values/rules/cell/state.ts';
import { ecdf, mean, median, quantile } from '#shared/values/rules/statistics.ts';
import { sampleStandardDeviation } from '#test/support/properties/brute-statistics.ts';

// No -0: it equals 0, but the comparisons here tell the two apart.
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const numbers = fc.array(number, { minLength: 1, maxLength: 60 });
const shuffled = numbers.chain((values) =>
  fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length })),
);
const close = (a: number | undefined, b: number) => expect(a).toBeCloseTo(b, 3);

describe('statistics', () => {
  it('the median has half of the values on either side, in any order', () => {
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        const middle = median(values) ?? Number.NaN;
        expect(median(others)).toBe(middle);
        expect(quantile(values, 0.5)).toBeCloseTo(middle, 6);
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(values.length / 2);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });

  it('quantiles rise with the share from the least to the greatest value', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(numbers, share, share, (values, a, b) => {
        const [low, high] = [quantile(values, Math.min(a, b)) ?? Number.NaN, quantile(values, Math.max(a, b)) ?? 0];
        expect(low).toBeLessThanOrEqual(high + 1e-6);
        expect(quantile(values, 0)).toBe(Math.min(...values));
        expect(quantile(values, 1)).toBe(Math.max(...values));
      }),
    );
  });

  it('statistics move with a shift of all values, the deviation not', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 2, maxLength: 40 }), number, (values, shift) => {
        const moved = values.map((value) => value + shift);
        close(mean(moved), (mean(values) ?? Number.NaN) + shift);
        close(sampleStandardDeviation(moved), sampleStandardDeviation(values) ?? Number.NaN);
      }),
    );
  });

  it('a distribution of values rises strictly from above 0 to 100 per cent', () => {
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        const steps = ecdf(values);
        expect(ecdf(others)).toEqual(steps);
        expect(steps.at(-1)).toEqual({ x: Math.max(...values), y: 100 });
        steps.forEach((step, index) => {
          const before = steps[index - 1] ?? { x: Number.NEGATIVE_INFINITY, y: 0 };
          expect(step.x).toBeGreaterThan(before.x);
          expect(step.y).toBeGreaterThan(before.y);
          const share = values.filter((value) => value <= step.x).length / values.length;
          expect(step.y).toBeCloseTo(100 * share, 9);
        });
      }),
    );
  });
});

describe('coverage', () => {
  it('coverage adds up to the total, with every share from 0 to 1', () => {
    const count = fc.nat({ max: 300 });
    fc.assert(
      fc.property(fc.record({ fresh: count, stale: count, faulty: count, total: count }), (counts) => {
        const { fresh, stale, faulty, missing, total, share } = coverage(counts);
        expect(fresh + stale + faulty + missing).toBe(total);
        for (const part of [fresh, stale, faulty, missing]) expect(part).toBeGreaterThanOrEqual(0);
        expect(total).toBeGreaterThanOrEqual(counts.total);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});
