import { expect, it } from 'vitest';
import { chipPrior, recentPoints } from '#shared/statistics/rules/fluctuation.ts';
import { type FollowedSeries, followMetric } from '#shared/statistics/rules/follow-metric.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { followDrift } from '#test/support/drift/follow-drift.ts';

const t1 = scaleOf(describeMetric('t1', 'qubit'));
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
const noise = (n: number, day: number) => Math.sin(n * 12.9898 + day * 78.233) * 0.2;
const chipOf = (targets: number, days: number, more: (n: number, day: number) => number = () => 0): FollowedSeries[] =>
  Array.from({ length: targets }, (_, n) => ({
    target: String(n),
    points: Array.from({ length: days }, (_one, day) => ({
      day: dayOf(day),
      y: 4 + noise(n, day) + more(n, day),
      n: 1,
    })),
  }));

it('each series is followed as it is by itself, with what the chip knows of its fluctuation', () => {
  const series = chipOf(24, 110, (n, day) => (n < 3 && day > 90 ? -1.2 : 0));
  const found = followMetric(series, t1, 2);
  const prior = chipPrior(
    series.map(({ target, points }) => ({ target, ys: recentPoints(points).map(({ y }) => y) })),
    t1,
  );
  expect(found).toMatchObject({ weeks: 12, followed: 24, gathering: 0 });
  expect(found?.courses.map(({ target }) => target)).toEqual(['0', '1', '2']);
  for (const { target, alerts, watched } of found?.courses ?? []) {
    const { points = [] } = series.find((one) => one.target === target) ?? {};
    const alone = followDrift(points, { scale: t1, side: 'down', prior, threshold: found?.threshold ?? 0 });
    expect({ alerts, watched }).toEqual({ alerts: alone.alerts, watched: alone.watched });
  }
});

it('the threshold rises until the replay keeps to its share of an alert a week', () => {
  const drops = chipOf(40, 114, (n, day) => (day > 40 + 2 * n && day < 48 + 2 * n ? -0.9 : 0));
  const [alone, shared] = [followMetric(drops, t1, 1), followMetric(drops, t1, 8)];
  expect(alone?.alertsPerWeek).toBeLessThanOrEqual(1);
  expect(shared?.alertsPerWeek).toBeLessThanOrEqual(1 / 8);
  expect(shared?.threshold).toBeGreaterThan(alone?.threshold ?? 0);
});

it('days behind the last 120 count for nothing, and the order of series and days never', () => {
  const series = chipOf(6, 130, (n, day) => (n === 0 && day > 100 ? -1.5 : 0));
  const cut = series.map((one) => ({ ...one, points: one.points.slice(10) }));
  const mixed = series.toReversed().map((one) => ({ ...one, points: one.points.toReversed() }));
  expect(followMetric(cut, t1, 1)).toEqual(followMetric(series, t1, 1));
  expect(followMetric(mixed, t1, 1)).toEqual(followMetric(series, t1, 1));
  const later = series.map((one) => ({ ...one, points: one.points.slice(11) }));
  expect(followMetric(later, t1, 1)?.courses).not.toEqual([]);
});

it('a frequency is followed to both sides, and a setting not at all', () => {
  const frequency = scaleOf(describeMetric('qubit_frequency', 'qubit'));
  const moved = (by: number) =>
    chipOf(6, 60, (n, day) => (n === 0 && day > 40 ? by : 0)).map((one) => ({
      ...one,
      points: one.points.map((point) => ({ ...point, y: point.y * 1000 })),
    }));
  expect(followMetric(moved(2), frequency, 1)?.courses).toMatchObject([{ target: '0', side: 'up' }]);
  expect(followMetric(moved(-2), frequency, 1)?.courses).toMatchObject([{ target: '0', side: 'down' }]);
  expect(followMetric(moved(2), scaleOf(describeMetric('readout_length', 'qubit')), 1)).toBeUndefined();
  expect(followMetric([], t1, 1)).toBeUndefined();
});

it('an amplitude is followed by the days that have the sign of the newest', () => {
  const amplitude = scaleOf(describeMetric('hpi_amplitude', 'qubit'));
  const [turned] = chipOf(1, 40).map((one) => ({
    ...one,
    points: one.points.map((point, day) => ({ ...point, ...(day > 20 ? { isNegative: true as const } : {}) })),
  }));
  expect(turned && followMetric([turned], amplitude, 1)).toMatchObject({ followed: 1 });
  const late = turned && { ...turned, points: turned.points.slice(0, 27) };
  expect(late && followMetric([late], amplitude, 1)).toMatchObject({ followed: 0, gathering: 1 });
});
