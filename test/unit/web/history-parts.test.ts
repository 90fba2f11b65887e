import { describe, expect, it } from 'vitest';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { metricDisplay } from '#shared/values/rules/cell/display.ts';
import type { MetricHistoryItem } from '../../../web/ui/lib/api/wire.ts';
import { medianBands } from '../../../web/values/lib/analysis/median-bands.ts';
import { moved, spanOf, windowIn, zoomed } from '../../../web/values/lib/analysis/time-window.ts';
import { historyPointsOf } from '../../../web/values/lib/metrics/history-point.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day).toISOString();

describe('the bands of a history', () => {
  const points = [10, 12, 11, 13, 9, 50].map((value, n) => ({ at: at(n), value, error: null }));

  it('a band is the median of what counts and 1.48 times the median distance from it, for each cool-down', () => {
    const left = [
      { ...points[0], at: at(0.5), value: 500, error: null, isExcluded: true },
      { ...points[0], at: at(0.6), value: 500, error: null, isHeld: true },
      { ...points[0], at: at(0.7), value: null, error: null },
    ];
    const [band, ...others] = medianBands([...left, ...points.slice(0, 5)].reverse());
    expect(others).toEqual([]);
    expect(band).toMatchObject({ from: at(0), to: at(4), median: 11 });
    expect(band?.low).toBeCloseTo(11 - 1.4826, 3);
    expect(band?.high).toBeCloseTo(11 + 1.4826, 3);
  });

  it('fewer than five values of a cool-down have no band', () => {
    expect(medianBands(points, [at(2.5)])).toEqual([]);
    const more = points.map((point, n) => ({ ...point, at: at(10 + n) }));
    expect(medianBands([...points, ...more], [at(2.5), at(8)]).map(({ from }) => from)).toEqual([at(10)]);
  });
});

describe('a value of a history', () => {
  it('a value that the gate holds waits, and one that was rejected counts as little as an excluded one', () => {
    const item = { calibrated_at: at(0), value: 80, error: 2, unit: 'us', source: 'worker', excluded: false };
    const marksOf = (state: string | null, excluded = false) =>
      historyPointsOf(
        [{ ...item, excluded, gate: state && { state } } as unknown as MetricHistoryItem],
        metricDisplay(describeMetric('t1', 'qubit')),
      ).map(({ isExcluded, isHeld }) => [isExcluded, isHeld]);
    expect(marksOf(null)).toEqual([[false, false]]);
    expect(marksOf('held')).toEqual([[false, true]]);
    expect(marksOf('rejected')).toEqual([[true, false]]);
    expect(marksOf('accepted')).toEqual([[false, false]]);
    expect(marksOf(null, true)).toEqual([[true, false]]);
  });

  it('a value that a user chose to measure only is told from one that is held for a doubt, until it is decided', () => {
    const item = { calibrated_at: at(0), value: 80, error: 2, unit: 'us', source: 'worker', excluded: false };
    const isChosen = (state: string, because: string) =>
      historyPointsOf(
        [{ ...item, gate: { state, because } } as unknown as MetricHistoryItem],
        metricDisplay(describeMetric('t1', 'qubit')),
      ).map(({ isHeld, isMeasuredOnly }) => [isHeld, isMeasuredOnly]);
    expect(isChosen('held', 'measured_only')).toEqual([[true, true]]);
    expect(isChosen('held', 'jump')).toEqual([[true, false]]);
    expect(isChosen('accepted', 'measured_only')).toEqual([[false, false]]);
  });
});

it('angles of a history lie alongside each other, with their faulty marks and the result that the page is about', () => {
  const item = { error: null, unit: 'deg', source: 'task', excluded: false, gate: null };
  const items = [179, -179, null, -178].map((value, n) => ({
    ...{ ...item, calibrated_at: at(n), value, task_id: `task-${n}` },
  })) as unknown as MetricHistoryItem[];
  const display = metricDisplay(describeMetric('phase', 'qubit', 'deg'));
  const values = historyPointsOf(items, display, 'task-1');
  const turns = values.map(({ value }) => (value === null ? null : (value + 360) % 360));
  expect(turns).toEqual([179, 181, null, 182]);
  const numbers = values.flatMap(({ value }) => value ?? []);
  expect(Math.max(...numbers) - Math.min(...numbers)).toBeCloseTo(3, 9);
  expect(values.map(({ isThis }) => isThis)).toEqual([false, true, false, false]);
});

describe('a part of a history that is looked at', () => {
  const whole = { from: 0, to: 32 * day };

  it('a history of one instant has no part to look at', () => {
    expect(spanOf([at(1)])).toBeUndefined();
    expect(spanOf([at(3), at(1)])).toEqual({ from: Date.parse(at(1)), to: Date.parse(at(3)) });
  });

  it('closer keeps the newest in sight, then the middle, and wider leads back to all of it', () => {
    const newest = zoomed(whole, whole, 0.5);
    expect(newest).toEqual({ from: 16 * day, to: 32 * day });
    const before = moved(whole, newest ?? whole, -1);
    expect(before).toEqual({ from: 8 * day, to: 24 * day });
    expect(zoomed(whole, before ?? whole, 0.5)).toEqual({ from: 12 * day, to: 20 * day });
    expect(zoomed(whole, before ?? whole, 2)).toBeUndefined();
  });

  it('a part stays inside of the whole, and is not shorter than a minute', () => {
    expect(windowIn(whole, { from: -day, to: day })).toEqual({ from: 0, to: 2 * day });
    expect(moved(whole, { from: 28 * day, to: 32 * day }, 1)).toEqual({ from: 28 * day, to: 32 * day });
    expect(windowIn(whole, { from: 10, to: 20 })).toBeUndefined();
    expect(zoomed(whole, { from: 0, to: 60_000 }, 0.5)).toEqual({ from: 0, to: 60_000 });
  });
});
