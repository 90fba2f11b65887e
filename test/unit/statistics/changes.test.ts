import { describe, expect, it } from 'vitest';
import { chipShift, scoreAmongNeighbours } from '#shared/statistics/rules/cross-section.ts';
import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { FALSE_DISCOVERY_RATE, qValues } from '#shared/statistics/rules/false-discovery.ts';
import { chipPrior, fluctuationOf, ownSigma, recentPoints } from '#shared/statistics/rules/fluctuation.ts';
import { type ComparedValue, judgeChange } from '#shared/statistics/rules/judge-change.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { scoreOfLevel, scoreOfValues, scoreOfWindows } from '#shared/statistics/rules/score.ts';
import { robustSize, successiveDifferences } from '#shared/statistics/rules/spread.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';

const t1 = scaleOf(describeMetric('t1', 'qubit'));
const measured = [60, 55, 66, 58, 63, 52, 70, 61];
const pointsOf = (values: readonly number[], error?: number): DayPoint[] =>
  values.map((value, index) => ({
    day: `2026-01-${String(index + 1).padStart(2, '0')}`,
    y: Math.log(value),
    n: 1,
    ...(error === undefined ? {} : { error }),
  }));
const prior = { sigma: 0.15, basis: 'pooled' } as const;
const history = (error?: number) => {
  const found = fluctuationOf(pointsOf(measured, error), prior, t1);
  if (!found) throw new Error('no fluctuation');
  return found;
};

describe('the example of T1 about 60 us', () => {
  const from = { y: Math.log(61) };
  const to = (value: number, error?: number) => ({ y: Math.log(value), error });

  it('T1 in the example fluctuates by its own terms, moderated by the chip', () => {
    const ys = measured.map(Math.log);
    expect((robustSize(successiveDifferences(ys)) ?? 0) / Math.SQRT2).toBeCloseTo(0.144276, 6);
    expect(ownSigma(ys)).toBeCloseTo(0.144276, 6);
    expect(history().sigma).toBeCloseTo(0.14767, 6);
    expect(history().degrees).toBe(6);
  });

  it.each([
    [45, -1.2951, 'within_fluctuation'],
    [30, -2.438, 'possible'],
    [20, -3.1129, 'notable'],
  ] as const)('a new value of %d us scores %d: %s', (value, z, verdict) => {
    const score = scoreOfValues(from, to(value), history(), t1.floor(0));
    expect(score.z).toBeCloseTo(z, 4);
    expect(score.verdict).toBe(verdict);
  });

  it('a value of 45 us has the p-value of its score', () => {
    expect(scoreOfValues(from, to(45), history(), t1.floor(0)).p).toBeCloseTo(0.195, 3);
  });

  it('a value of 20 us is further from the level than from the last value', () => {
    expect(scoreOfLevel(to(20), history(), t1.floor(0))?.z).toBeCloseTo(-3.5164, 4);
  });

  it('stated errors count as far as they differ from the typical one', () => {
    const stated = history(0.04);
    const z = (error?: number) => scoreOfValues({ ...from, error: 0.05 }, to(45, error), stated, t1.floor(0)).z;
    expect(z(0.05)).toBeCloseTo(-1.2726, 4);
    expect(z()).toBeCloseTo(-1.2837, 4);
  });
});

it('a history is the last thirty day points of ninety days', () => {
  const daily = Array.from(
    { length: 40 },
    (_, n): DayPoint => ({
      day: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
      y: n,
      n: 1,
    }),
  );
  expect(recentPoints(daily).map(({ y }) => y)).toEqual(Array.from({ length: 30 }, (_, n) => n + 10));
  const [first] = daily;
  if (!first) return;
  expect(recentPoints([first, { ...first, day: '2026-04-01' }])).toHaveLength(2);
  expect(recentPoints([first, { ...first, day: '2026-04-02' }])).toHaveLength(1);
  expect(recentPoints([])).toEqual([]);
});

it('a chip tells its own prior from twenty differences on five targets', () => {
  const series = (targets: number, length: number) =>
    Array.from({ length: targets }, (_, n) => ({
      target: String(n),
      ys: Array.from({ length }, (_, index) => (index % 2) * 0.1),
    }));
  expect(chipPrior(series(5, 5), t1)).toEqual({
    sigma: expect.closeTo((1.4826 * 0.1) / Math.SQRT2, 9),
    basis: 'pooled',
  });
  expect(chipPrior(series(4, 10), t1)).toEqual({ sigma: 0.2, basis: 'default' });
  expect(chipPrior(series(5, 4), t1)).toEqual({ sigma: 0.2, basis: 'default' });
  expect(chipPrior([], scaleOf(describeMetric('qubit_frequency', 'qubit')))).toBeUndefined();
});

it('without a prior eight points are needed', () => {
  const points = pointsOf(measured);
  expect(fluctuationOf(points.slice(1), undefined, t1)).toBeUndefined();
  expect(fluctuationOf(points, undefined, t1)).toMatchObject({ basis: 'history', n: 8 });
});

it('a target without a history takes what its chip has, and a level cannot be compared', () => {
  const found = fluctuationOf([], prior, t1);
  expect(found).toMatchObject({ sigma: 0.15, degrees: 4, basis: 'pooled', level: undefined });
  expect(found && scoreOfLevel({ y: 1 }, found, 0.02)).toBeUndefined();
});

it('a window counts once for five day points, and at most twice', () => {
  const found = history();
  const window = (points: number) => scoreOfWindows({ y: 0, points }, { y: 0.3, points }, found).z;
  expect(window(1)).toBe(window(5));
  expect(window(7)).toBeGreaterThan(window(5));
  expect(window(10)).toBe(window(100));
});

it('q-values are those of the worked example', () => {
  const found = qValues([0.0002, 0.004, 0.009, 0.02, 0.04, 0.3, 0.5, 0.9]);
  expect(found.map((q) => Number(q.toFixed(3)))).toEqual([0.002, 0.016, 0.024, 0.04, 0.064, 0.4, 0.571, 0.9]);
  expect(found.filter((q) => q <= FALSE_DISCOVERY_RATE)).toHaveLength(4);
});

it('a change among neighbours needs twenty of them that differ', () => {
  const changes = Array.from({ length: 21 }, (_, n) => (n - 10) / 10 + 0.5);
  const shift = chipShift(changes);
  expect(shift).toMatchObject({ shift: 0.5, n: 21 });
  expect(shift?.spread).toBeCloseTo(1.4826 * 0.5, 9);
  expect(shift?.error).toBeCloseTo((1.2533 * 1.4826 * 0.5) / Math.sqrt(21), 9);
  expect(shift && scoreAmongNeighbours(0.5, shift)?.z).toBe(0);
  const few = chipShift(changes.slice(0, 19));
  expect(few && scoreAmongNeighbours(0.5, few)).toBeUndefined();
  const same = chipShift(Array(30).fill(1));
  expect(same && scoreAmongNeighbours(1, same)).toBeUndefined();
  expect(chipShift([])).toBeUndefined();
});

describe('judging a change', () => {
  const before: ComparedValue = {
    sampleId: 'a',
    at: '2026-01-08T12:00:00Z',
    value: 61,
    unit: 'us',
    taskName: 'CheckT1',
  };
  const after: ComparedValue = { ...before, sampleId: 'b', at: '2026-01-09T12:00:00Z', value: 45 };

  it('a change of one series is judged by its history', () => {
    const found = judgeChange(before, after, t1, history());
    expect(found).toMatchObject({ judged: true, basis: 'history', isMaterial: true, verdict: 'within_fluctuation' });
    if (found.judged) expect(found.z).toBeCloseTo(-1.2951, 4);
  });

  it.each([
    ['same_sample', { sampleId: 'a' }],
    ['faulty', { value: null }],
    ['held', { isHeld: true }],
    ['repeat', { isRepeat: true }],
    ['unit_differs', { unit: 'ns' }],
    ['at_bound', { value: 0 }],
    ['too_close_in_time', { at: '2026-01-08T12:15:00Z' }],
  ] as const)('there is no judgement where %s', (because, change) => {
    expect(judgeChange(before, { ...after, ...change }, t1, history())).toEqual({ judged: false, because });
  });

  it('another task soon after the first is judged', () => {
    const soon = { ...after, at: '2026-01-08T12:01:00Z', taskName: 'CheckT1Average' };
    expect(judgeChange(before, soon, t1, history())).toMatchObject({ judged: true });
  });

  it('a setting has changed or not, and a metric without history is not judged', () => {
    const length = scaleOf(describeMetric('readout_length', 'qubit'));
    expect(judgeChange(before, after, length, history())).toEqual({ judged: false, because: 'setting', isSame: false });
    expect(judgeChange(before, after, t1, undefined)).toEqual({ judged: false, because: 'too_few_points' });
  });

  it('an amplitude that changes its sign is not judged', () => {
    const amplitude = scaleOf(describeMetric('hpi_amplitude', 'qubit'));
    expect(judgeChange(before, { ...after, value: -61 }, amplitude, history())).toMatchObject({
      because: 'sign_differs',
    });
  });
});
