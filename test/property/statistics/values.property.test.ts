import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spearman } from '#shared/statistics/rules/correlation.ts';
import { type HealthInput, healthOf } from '#shared/statistics/rules/health.ts';
import { histogram } from '#shared/statistics/rules/histogram.ts';
import { driftBins, horizonOf } from '#shared/statistics/rules/horizon.ts';
import { roundTo, roundTogether } from '#shared/statistics/rules/round-together.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';

const scaleOfQubit = (key: string) => scaleOf(describeMetric(key, 'qubit'));
const inside = (min: number, max: number) => fc.double({ min, max, noNaN: true });

it.each([
  ['t1', inside(1e-3, 1e5), 1],
  ['x90_gate_fidelity', inside(2e-6, 1 - 2e-6), -1],
  ['qubit_frequency', inside(1e-3, 50), 1],
  ['hpi_amplitude', inside(1e-6, 2), 1],
] as const)('the scale of %s is strictly monotone and can be undone', (key, value, direction) => {
  const { toScale, fromScale } = scaleOfQubit(key);
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [x, y] = [toScale(a) ?? Number.NaN, toScale(b) ?? Number.NaN];
      expect(Math.abs(fromScale(x) / a - 1)).toBeLessThan(1e-12);
      // Two values within a rounding of each other may share a place.
      if (Math.abs(a / b - 1) > 1e-9) expect(Math.sign(x - y)).toBe(direction * Math.sign(a - b));
    }),
  );
});

it('a value and its error are rounded to the same place, and once is enough', () => {
  fc.assert(
    fc.property(inside(-1e6, 1e6), inside(1e-8, 1e4), (value, error) => {
      const once = roundTogether(value, error);
      expect(once).toBeDefined();
      if (!once) return;
      expect(roundTo(once.value, once.decimals)).toBe(once.value);
      expect(roundTo(once.error, once.decimals)).toBe(once.error);
      expect(Math.abs(once.error / error - 1)).toBeLessThanOrEqual(0.05);
      expect(roundTogether(once.value, once.error)).toEqual(once);
    }),
  );
});

const share = inside(0, 1);
const inputOf = (metric: string, value: number | null): HealthInput => ({
  metric,
  value,
  target: 1,
  mode: 'maximize',
  isFidelity: false,
  isStale: false,
});

it('health is between 0 and 1, never falls as a metric gets better, and is 0 with a faulty one', () => {
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 8 }), share, fc.nat(7), (shares, better, place) => {
      const index = place % shares.length;
      const health = (values: readonly (number | null)[]) =>
        healthOf(
          values.map((value, n) => inputOf(`m${n}`, value)),
          [],
          values.length,
        ).health ?? Number.NaN;
      const before = health(shares);
      expect(before).toBeGreaterThanOrEqual(0);
      expect(before).toBeLessThanOrEqual(1);
      const raised = shares.with(index, Math.max(better, shares[index] ?? 0));
      expect(health(raised)).toBeGreaterThanOrEqual(before - 1e-12);
      expect(health(shares.map((value, n) => (n === index ? null : value)))).toBe(0);
    }),
  );
});

it('the bins of a histogram hold every value', () => {
  fc.assert(
    fc.property(fc.array(inside(-1e3, 1e3), { minLength: 3, maxLength: 200 }), (values) => {
      const bins = histogram(values);
      fc.pre(bins !== undefined);
      expect(bins?.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      expect(bins?.length).toBeGreaterThanOrEqual(5);
      expect(bins?.length).toBeLessThanOrEqual(50);
    }),
  );
});

it('a rank correlation lies in [-1, 1], is symmetric and unchanged by maps that rise', () => {
  const pair = fc.tuple(inside(-5, 5), inside(-5, 5));
  fc.assert(
    fc.property(fc.array(pair, { minLength: 2, maxLength: 40 }), (pairs) => {
      const rho = spearman(pairs);
      fc.pre(rho !== undefined);
      expect(Math.abs(rho ?? 2)).toBeLessThanOrEqual(1);
      expect(spearman(pairs.map(([x, y]) => [y, x] as const))).toBeCloseTo(rho ?? 2, 12);
      expect(spearman(pairs.map(([x, y]) => [2 * x, 4 * y] as const))).toBeCloseTo(rho ?? 2, 12);
    }),
  );
});

const walks = fc.array(fc.array(inside(-0.3, 0.3), { minLength: 12, maxLength: 30 }), { minLength: 3, maxLength: 5 });
const seriesOf = (steps: readonly (readonly number[])[], shift = 0) =>
  steps.map((walk) => {
    let y = 0;
    return walk.map((step, n) => {
      y += step;
      return { days: n + shift, y };
    });
  });

it('a horizon never falls as less accuracy is wanted, nor with a shift of all times', () => {
  fc.assert(
    fc.property(walks, inside(0, 0.2), inside(0.01, 1), inside(1, 3), (steps, error, wanted, factor) => {
      const bins = driftBins(seriesOf(steps));
      fc.pre(bins.length > 0);
      const days = (reference: number) => horizonOf(bins, steps.length, error, reference)?.days ?? Number.NaN;
      expect(days(wanted * factor)).toBeGreaterThanOrEqual(days(wanted));
      const shifted = driftBins(seriesOf(steps, 1024));
      expect(shifted).toEqual(bins);
      const variances = bins.map(({ variance }) => variance);
      expect(variances).toEqual([...variances].sort((a, b) => a - b));
    }),
  );
});
