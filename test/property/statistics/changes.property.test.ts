import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { type DriftRule, nextSum } from '#shared/statistics/rules/drift.ts';
import { DRIFT_THRESHOLDS } from '#shared/statistics/rules/drift-threshold.ts';
import { qValues } from '#shared/statistics/rules/false-discovery.ts';
import { type Fluctuation, fluctuationOf, ownSigma } from '#shared/statistics/rules/fluctuation.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { scoreOfValues } from '#shared/statistics/rules/score.ts';
import { judgeT2 } from '#shared/statistics/rules/t2-limit.ts';
import { gate } from '#shared/statistics/rules/write-gate.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { followDrift } from '#test/support/drift/follow-drift.ts';

const t1 = scaleOf(describeMetric('t1', 'qubit'));
const fidelity = scaleOf(describeMetric('x90_gate_fidelity', 'qubit'));
const inside = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const floor = t1.floor(0);
const fluctuation: fc.Arbitrary<Fluctuation> = fc.record({
  sigma: inside(0.02, 0.5),
  degrees: inside(4, 6),
  level: inside(-5, 5),
  n: fc.integer({ min: 2, max: 30 }),
  typicalError: inside(0, 0.3),
  basis: fc.constant('history' as const),
});
const scored = fc.record({ y: inside(-5, 5), error: fc.option(inside(0.01, 1), { nil: undefined }) });
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);

it('a score changes its sign with the direction, and is 0 for equal values', () => {
  fc.assert(
    fc.property(scored, scored, fluctuation, (a, b, found) => {
      expect(scoreOfValues(a, b, found, floor).z).toBeCloseTo(-scoreOfValues(b, a, found, floor).z, 12);
      expect(scoreOfValues(a, { ...b, y: a.y }, found, floor).z).toBe(0);
    }),
  );
});

it('a score grows with the change and shrinks with either error', () => {
  fc.assert(
    fc.property(scored, inside(0.01, 3), inside(1.01, 3), fluctuation, (a, change, factor, found) => {
      const from = { y: a.y, error: a.error ?? 0.1 };
      const size = (step: number, before = 0.1, after = 0.1) =>
        Math.abs(scoreOfValues({ ...from, error: before }, { y: from.y + step, error: after }, found, floor).z);
      expect(size(change * factor)).toBeGreaterThan(size(change));
      expect(size(change, 0.1 * factor)).toBeLessThan(size(change) + 1e-12);
      expect(size(change, 0.1, 0.1 * factor)).toBeLessThan(size(change) + 1e-12);
    }),
  );
});

it('a score of T ignores its unit, and that of a fidelity turns with its error', () => {
  fc.assert(
    fc.property(
      inside(1, 500),
      inside(1, 500),
      inside(0.001, 0.999),
      inside(0.001, 0.999),
      fluctuation,
      (a, b, f, g, found) => {
        const z = (one: number | undefined, other: number | undefined) =>
          scoreOfValues({ y: one ?? Number.NaN }, { y: other ?? Number.NaN }, found, floor).z;
        expect(z(t1.toScale(a * 1000), t1.toScale(b * 1000))).toBeCloseTo(z(t1.toScale(a), t1.toScale(b)), 9);
        expect(z(fidelity.toScale(1 - f), fidelity.toScale(1 - g))).toBeCloseTo(
          -z(fidelity.toScale(f), fidelity.toScale(g)),
          9,
        );
      },
    ),
  );
});

const pointsOf = (ys: readonly number[]): DayPoint[] => ys.map((y, n) => ({ day: dayOf(n), y, n: 1 }));

it('sigma lies between the prior and what the series shows, then at its floor at least', () => {
  fc.assert(
    fc.property(fc.array(inside(-3, 3), { minLength: 2, maxLength: 30 }), inside(0.01, 1), (ys, sigma) => {
      const own = ownSigma(ys) ?? 0;
      const found = fluctuationOf(pointsOf(ys), { sigma, basis: 'pooled' }, t1)?.sigma ?? Number.NaN;
      expect(found).toBeGreaterThanOrEqual(Math.max(floor, Math.min(own, sigma) - 1e-9));
      expect(found).toBeLessThanOrEqual(Math.max(floor, Math.max(own, sigma)) + 1e-9);
    }),
  );
});

it('sigma stays finite with one point at infinity', () => {
  fc.assert(
    fc.property(fc.array(inside(-3, 3), { minLength: 6, maxLength: 30 }), fc.nat(29), (ys, place) => {
      expect(ownSigma(ys.with(place % ys.length, Number.POSITIVE_INFINITY))).toBeLessThan(Number.POSITIVE_INFINITY);
    }),
  );
});

it('the findings of a view are its smallest p-values, and a q-value is at least its p-value', () => {
  fc.assert(
    fc.property(fc.array(inside(0, 1), { minLength: 1, maxLength: 50 }), (ps) => {
      const qs = qValues(ps);
      for (const [index, p] of ps.entries()) {
        expect(qs[index]).toBeGreaterThanOrEqual(p - 1e-15);
        expect(qs[index]).toBeLessThanOrEqual(1);
        for (const [other, q] of ps.entries()) if (q < p) expect(qs[other]).toBeLessThanOrEqual(qs[index] ?? 0);
      }
    }),
  );
});

it('a sum stays between 0 and its bound, grows by 3 at most, and only above its allowance', () => {
  fc.assert(
    fc.property(inside(0, 15), fc.double({ min: -50, max: 50, noNaN: true }), (sum, z) => {
      const next = nextSum(sum, z, 12);
      expect(next).toBeGreaterThanOrEqual(0);
      expect(next).toBeLessThanOrEqual(15);
      expect(next - sum).toBeLessThanOrEqual(3 + 1e-12);
      if (z <= 1) expect(next).toBeLessThanOrEqual(sum);
    }),
  );
});

const rule: DriftRule = { scale: t1, side: 'down', prior: { sigma: 0.15, basis: 'pooled' }, threshold: 12 };
const series = fc
  .tuple(fc.array(inside(-0.4, 0.4), { minLength: 20, maxLength: 40 }), fc.array(inside(-1.5, 0.2), { maxLength: 40 }))
  .map(([sound, later]) => pointsOf([...sound, ...later].map((y) => 4 + y)));

it('drift is the same for any order and repetition of its points', () => {
  const mixed = series.chain((points) =>
    fc.tuple(
      fc.constant(points),
      fc.shuffledSubarray(points, { minLength: points.length, maxLength: points.length }),
      fc.subarray(points),
    ),
  );
  fc.assert(
    fc.property(mixed, ([points, others, again]) => {
      expect(followDrift([...others, ...again], rule)).toEqual(followDrift(points, rule));
    }),
  );
});

it('a series without an alert has none at a greater threshold', () => {
  fc.assert(
    fc.property(series, (points) => {
      const counts = DRIFT_THRESHOLDS.map((threshold) => followDrift(points, { ...rule, threshold }).alerts.length);
      const none = counts.indexOf(0);
      if (none >= 0) expect(counts.slice(none)).toEqual(counts.slice(none).map(() => 0));
    }),
  );
});

it('a value has one outcome, and neither a rejection nor a faulty mark needs history', () => {
  const metric = fc.constantFrom('t1', 'qubit_frequency', 'x90_gate_fidelity', 'readout_length', 'anharmonicity');
  const value = fc.record({
    value: fc.option(fc.double({ min: -2, max: 2e6 }), { nil: null }),
    error: fc.option(inside(0, 10), { nil: null }),
    unit: fc.constantFrom('us', 'GHz', '', 'ns'),
    isRepeat: fc.boolean(),
  });
  const history = fc.record({ n: fc.integer({ min: 0, max: 30 }), zToLevel: inside(-9, 9), zToLast: inside(-9, 9) });
  fc.assert(
    fc.property(metric, value, history, (key, gated, known) => {
      const definition = describeMetric(key, 'qubit');
      const [alone, informed] = [gate(gated, definition), gate(gated, definition, known)];
      expect(['accept', 'note', 'hold', 'faulty', 'reject']).toContain(informed.outcome);
      for (const outcome of ['faulty', 'reject']) expect(informed.outcome === outcome).toBe(alone.outcome === outcome);
    }),
  );
});

it('the limit of T2 holds nothing below twice T1, and larger errors turn no pass into a hold', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000).toISOString();
  fc.assert(
    fc.property(
      inside(1, 500),
      inside(1, 500),
      inside(0.1, 5),
      inside(1, 5),
      inside(0, 300),
      (a, b, error, factor, hours) => {
        const outcome = (scale: number) =>
          judgeT2({ value: a, error: error * scale, at: at(0) }, { value: b, error: error * scale, at: at(hours) })
            .outcome;
        if (b <= 2 * a) expect(outcome(1)).toBe('pass');
        if (outcome(1) !== 'hold') expect(outcome(factor)).not.toBe('hold');
      },
    ),
  );
});
