import { expect, it } from 'vitest';
import type { DayPoint } from '#shared/statistics/rules/day-points.ts';
import { type DriftRule, followThresholds, nextSum } from '#shared/statistics/rules/drift.ts';
import { chipWideDays, chooseThreshold, falseShare } from '#shared/statistics/rules/drift-threshold.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { followDrift } from '#test/support/drift/follow-drift.ts';

const rule: DriftRule = {
  scale: scaleOf(describeMetric('t1', 'qubit')),
  side: 'down',
  prior: { sigma: 0.15, basis: 'pooled' },
  threshold: 12,
};
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
const pointsOf = (values: readonly number[], from = 0): DayPoint[] =>
  values.map((value, index) => ({ day: dayOf(from + index), y: Math.log(value), n: 1 }));
const sound = Array.from({ length: 30 }, (_, n) => 60 + 3 * ((n % 3) - 1));
const course = (values: readonly number[], more: Partial<DriftRule> = {}) =>
  followDrift(pointsOf(values), { ...rule, ...more });

it('the sum follows the worked example: watch at the fifth value, alert at the eighth', () => {
  const sums: number[] = [];
  for (const z of [0.4, 2.2, 3, 9, 3.5, -1, 5, 5]) sums.push(nextSum(sums.at(-1) ?? 0, z, 12));
  expect(sums.map((sum) => Number(sum.toFixed(9)))).toEqual([0, 1.2, 3.2, 6.2, 8.7, 6.7, 9.7, 12.7]);
});

it('a series is watched from its ninth point', () => {
  const { steps } = course([...sound.slice(0, 8), 5]);
  expect(steps.map(({ state }) => state)).toEqual([...Array(8).fill('gathering'), 'quiet']);
  expect(steps.at(-1)?.sum).toBe(3);
});

it('a single wild point raises no alert, a lasting drop does, with what it was and is', () => {
  expect(course([...sound, 5, 60, 60, 60]).alerts).toEqual([]);
  const [alert] = course([...sound, 20, 21, 20, 19, 20]).alerts;
  expect(alert).toMatchObject({ since: dayOf(30), raised: dayOf(33), ended: null, how: null, points: 4 });
  expect(Math.exp(alert?.from ?? 0)).toBeCloseTo(60, 0);
  expect(Math.exp(alert?.to ?? 0)).toBeCloseTo(20, 0);
});

it('a rise of T1 raises nothing, and of the other side an alert', () => {
  const risen = [...sound, 180, 180, 180, 180, 180];
  expect(course(risen).alerts).toEqual([]);
  expect(course(risen, { side: 'up' }).alerts).toHaveLength(1);
});

it('a change that is seen but does not matter raises no alert', () => {
  const fine = Array.from({ length: 30 }, (_, n) => 60 + 0.01 * ((n % 3) - 1));
  const values = [...fine, ...Array(12).fill(57)];
  const { alerts, steps } = course(values, { prior: { sigma: 0.001, basis: 'pooled' } });
  expect(steps.at(-1)).toMatchObject({ state: 'watch' });
  expect(alerts).toEqual([]);
});

it('three good points in a row end an alert', () => {
  const { alerts, steps } = course([...sound, 20, 20, 20, 20, 60, 60, 60]);
  expect(alerts).toMatchObject([{ ended: dayOf(36), how: 'recovered' }]);
  expect(steps.at(-1)).toMatchObject({ sum: 0, state: 'quiet' });
});

it('after thirty days the new level is the reference', () => {
  const { alerts, steps } = course([...sound, ...Array(50).fill(20)]);
  expect(alerts).toMatchObject([{ how: 'settled' }]);
  expect(steps.at(-1)?.state).toBe('quiet');
});

it('a new level that a user accepts is the reference from the next point', () => {
  const { alerts, steps } = course([...sound, ...Array(20).fill(20)], { restartDays: [dayOf(35)] });
  expect(alerts).toMatchObject([{ ended: dayOf(36), how: 'settled' }]);
  expect(steps.at(-1)).toMatchObject({ sum: 0, state: 'quiet' });
});

it('a gap of more than fourteen days sets the sum to zero', () => {
  const points = pointsOf([...sound, 20, 20]);
  const after = (gap: number) => followDrift([...points, ...pointsOf([20], 31 + gap)], rule).steps.at(-1)?.sum;
  expect(after(14)).toBe(9);
  expect(after(15)).toBe(3);
});

it('the threshold is the least that keeps the chip within its alerts a week', () => {
  const alerts = new Map([
    [12, 24],
    [15, 13],
    [20, 6],
    [25, 3],
    [30, 1],
    [40, 0],
  ]);
  const replay = { weeks: 12, series: 133, alerts };
  expect(chooseThreshold(replay, 1, 2)).toEqual({ threshold: 20, alertsPerWeek: 0.5 });
  expect(chooseThreshold(replay, 0.01, 10)).toEqual({ threshold: 40, alertsPerWeek: 0 });
  expect(chooseThreshold({ ...replay, weeks: 7 }, 1, 2)).toEqual({ threshold: 12, alertsPerWeek: undefined });
  expect(chooseThreshold({ ...replay, series: 19 }, 1, 2)).toEqual({ threshold: 12, alertsPerWeek: undefined });
  const loud = new Map([...alerts].map(([threshold]) => [threshold, 100]));
  expect(chooseThreshold({ ...replay, alerts: loud }, 1, 1).threshold).toBe(40);
});

it('the false share is that of the replay, at most all', () => {
  expect([falseShare(0.5, 2), falseShare(3, 1), falseShare(1, 0)]).toEqual([0.25, 1, undefined]);
});

it('a chip moved where a fifth of its targets, five at least, are watched within two days', () => {
  const days = ['2026-01-01', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-03'];
  expect(chipWideDays(days, 25)).toEqual({ from: '2026-01-01', through: '2026-01-03' });
  expect(chipWideDays(days, 26)).toBeUndefined();
  expect(chipWideDays(days.slice(1), 5)).toBeUndefined();
  expect(chipWideDays([...days.slice(1), '2026-01-05'], 10)).toBeUndefined();
  expect(chipWideDays(['2025-11-01', ...days], 10)).toEqual({ from: '2026-01-01', through: '2026-01-03' });
});

it('a series says since when it is watched and for what, and an alert what it was raised for', () => {
  const watched = course([...sound, 20, 20, 20]).watched;
  expect(watched).toMatchObject({ since: dayOf(30), begun: dayOf(32), points: 3 });
  expect([watched?.from, watched?.to].map((y) => Math.round(Math.exp(y ?? 0)))).toEqual([60, 20]);
  const raised = course([...sound, 20, 20, 20, 20, 15, 15]);
  expect(raised.watched).toMatchObject({ since: dayOf(30), begun: dayOf(32), points: 4, to: raised.alerts[0]?.to });
  expect(course([...sound, 20, 20, 20, 20, 60, 60, 60]).watched).toBeUndefined();
  expect(course(sound).watched).toBeUndefined();
});

it('several thresholds give what each gives by itself', () => {
  const { threshold: _, ...others } = rule;
  const restartDays = [dayOf(95)];
  const values = Array.from(
    { length: 120 },
    (_one, n) => 60 * Math.exp(Math.sin(n * 12.9898) * 0.1 - (n > 50 && n % 40 > 34 ? 1.2 : 0)),
  );
  const all = followThresholds(pointsOf(values), { ...others, restartDays }, [12, 20, 40]);
  for (const [threshold, drift] of all) expect(drift).toEqual(course(values, { threshold, restartDays }));
  expect(all.get(12)?.alerts.length).toBeGreaterThan(all.get(40)?.alerts.length ?? 0);
});
