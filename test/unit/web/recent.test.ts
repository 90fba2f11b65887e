import { expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import type { Target } from '../../../web/ui/lib/api/wire.ts';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';
import { isUnranked } from '../../../web/values/lib/metrics/metric-rows.ts';
import { curveIn, joinedRuns, recentValues } from '../../../web/values/lib/metrics/recent.ts';

const config = metricsConfig();
const t1 = displayOf(config, 'qubit', 't1');
const day = (at: string, value: number, unit = 'us', faulty: string[] = []) =>
  ({ data: { t1: { value, unit, error: null, calibrated_at: at } }, faulty }) as never as Pick<
    Target,
    'data' | 'faulty'
  >;

it('recent values are the oldest first, in the drawn unit, and a value that stood for days is one', () => {
  const days = [
    day('2026-03-03T00:00:00Z', 50),
    day('2026-03-01T00:00:00Z', 0.08, 'ms'),
    day('2026-03-01T00:00:00Z', 0.08, 'ms'),
  ];
  expect(recentValues(days, t1)).toEqual([
    { at: Date.parse('2026-03-01T00:00:00Z'), value: 80 },
    { at: Date.parse('2026-03-03T00:00:00Z'), value: 50 },
  ]);
});

it('recent values leave out faulty days, days without the metric and values in another kind of unit', () => {
  const none = { data: {}, faulty: [] };
  const days = [day('2026-03-03T00:00:00Z', 50, 'us', ['t1']), none, day('2026-03-01T00:00:00Z', 5, 'GHz')];
  expect(recentValues(days, t1)).toEqual([]);
});

it('a small curve has its largest value at the top and time to the right, on a logarithm where it can', () => {
  const box = { width: 96, height: 18, inset: 3, isLog: false };
  const values = [1, 10, 100].map((value, at) => ({ at, value }));
  expect(curveIn(values, box)).toEqual([
    { x: 3, y: 15 },
    { x: 48, y: 13.9 },
    { x: 93, y: 3 },
  ]);
  expect(curveIn(values, { ...box, isLog: true })[1]).toEqual({ x: 48, y: 9 });
  expect(curveIn([{ at: 0, value: -1 }, ...values.slice(1)], { ...box, isLog: true })[0]?.y).toBe(15);
});

it('a small curve of equal values lies in the middle', () => {
  const equal = [0, 1].map((at) => ({ at, value: 5 }));
  expect(curveIn(equal, { width: 96, height: 18, inset: 3, isLog: false }).map(({ y }) => y)).toEqual([9, 9]);
});

it('a frequency and a setting are ranked by no one, T1 and an error are', () => {
  const unranked = ['t1', 'average_readout_fidelity', 'qubit_frequency', 'rabi_offset'].filter((key) =>
    isUnranked(displayOf(config, 'qubit', key)),
  );
  expect(unranked).toEqual(['qubit_frequency', 'rabi_offset']);
});

it('values of a small curve are joined up to so far apart, and all of them unless it is told', () => {
  const values = [0, 1, 2, 5, 9, 10].map((at) => ({ at }));
  expect(joinedRuns(values, 1)).toEqual([
    [0, 3],
    [3, 4],
    [4, 6],
  ]);
  expect(joinedRuns(values)).toEqual([[0, 6]]);
  expect(joinedRuns([])).toEqual([]);
});
