import { describe, expect, it } from 'vitest';
import { luckOfBest } from '#shared/statistics/rules/best-of.ts';
import * as ranges from '#shared/statistics/rules/range-value.ts';
import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { Aggregate, Measurement, TargetRollUp } from '#shared/values/rules/roll-up.ts';
import type { MetricDefinition } from '#shared/values/rules/types.ts';
import { openCell } from '#test/support/open-cell.ts';

const singleValue = (measured: Measurement) => openCell(ranges.singleValue(measured));
const rangeValue = (mode: SelectionMode, metric: MetricDefinition, of: TargetRollUp) => {
  const found = ranges.rangeValue(mode, metric, of);
  return found && openCell(found);
};

const t1 = describeMetric('t1', 'qubit');
const newest: Measurement = {
  at: '2026-03-02T00:00:00.000Z',
  value: 50,
  error: 2,
  unit: 'us',
  source: 'task',
  recordedAt: '2026-03-02T00:00:01.000Z',
  sampleId: 's',
  executionId: 'run',
  taskId: 'task',
};
const best = { ...newest, value: 90, at: '2026-02-01T00:00:00.000Z' };

const aggregate = (more: Partial<Aggregate> = {}): Aggregate => ({
  count: 5,
  mean: 60,
  squares: 400,
  best,
  newestAt: newest.at,
  blocks: {},
  ...more,
});
const rolled = (units: TargetRollUp['units'], latest = newest): TargetRollUp => ({ latest, units });
const told = {
  isFaulty: false,
  leftOut: 0,
  at: newest.at,
  unit: 'us',
  error: 2,
  source: 'task',
  executionId: 'run',
  taskId: 'task',
};

describe('the newest value of a range', () => {
  it('the newest value of a range stands by itself', () => {
    expect(rangeValue('latest', t1, rolled({ us: aggregate() }))).toEqual({
      ...told,
      value: 50,
      n: 1,
      spread: null,
      standardError: null,
      luck: null,
    });
  });

  it('the newest value of a range may be a faulty mark, which is taken from no value', () => {
    expect(singleValue({ ...newest, value: null })).toMatchObject({ value: null, n: 0 });
    const faulty = rolled({ us: aggregate() }, { ...newest, value: null });
    expect(rangeValue('latest', t1, faulty)).toMatchObject({ value: null, n: 0 });
    expect(rangeValue('average', t1, faulty)).toMatchObject({ value: 60, n: 5 });
  });

  it.each(['best', 'average'] as const)('a range without a value is its faulty mark, or nothing, by %s', (mode) => {
    expect(rangeValue(mode, t1, rolled({}, { ...newest, value: null }))).toMatchObject({ value: null, n: 0 });
    expect(rangeValue(mode, t1, rolled({}))).toBeUndefined();
  });
});

describe('the best value of a range', () => {
  it('the best value of a range says of how many it was chosen, and by what share luck lifts it', () => {
    expect(rangeValue('best', t1, rolled({ us: aggregate() }))).toEqual({
      ...{ ...told, at: best.at, value: 90, n: 5, spread: 10, standardError: null },
      luck: luckOfBest(5, 10 / 60),
    });
  });

  it('the best of one value has no spread, and no luck', () => {
    expect(rangeValue('best', t1, rolled({ us: aggregate({ count: 1, squares: 0 }) }))).toMatchObject({
      n: 1,
      spread: null,
      luck: null,
    });
  });

  it.each([
    ['readout_length', 1000, null],
    ['qubit_frequency', 5, null],
    ['x90_gate_fidelity', 0.9, luckOfBest(5, 0.01 / (0.9 * 0.1))],
    ['x90_gate_fidelity', 1, null],
  ])(
    'luck of the best %s around %d is %d: known on logarithmic scales, where the mean has a place',
    (key, mean, luck) => {
      const metric = describeMetric(key, 'qubit');
      const squares = 4 * 0.01 ** 2;
      const found = rangeValue('best', metric, rolled({ [metric.storedUnit]: aggregate({ mean, squares }) }));
      if (metric.mode === 'none') expect(found).toBeUndefined();
      else if (luck === null) expect(found?.luck).toBeNull();
      else expect(found?.luck).toBeCloseTo(luck, 12);
    },
  );

  it('there is no best of a metric of which neither end is good, nor where none is kept', () => {
    const setting = { ...t1, mode: 'none' as const };
    expect(rangeValue('best', setting, rolled({ us: aggregate() }))).toBeUndefined();
    expect(rangeValue('average', setting, rolled({ us: aggregate() }))).toMatchObject({ value: 60 });
    expect(rangeValue('best', t1, rolled({ us: aggregate({ best: undefined }) }))).toBeUndefined();
  });
});

describe('the average of a range', () => {
  it('the average of a range comes from no single measurement, and is of the time of the newest', () => {
    expect(rangeValue('average', t1, rolled({ us: aggregate() }))).toEqual({
      ...{
        value: 60,
        unit: 'us',
        isFaulty: false,
        leftOut: 0,
        at: newest.at,
        n: 5,
        spread: 10,
        standardError: null,
        luck: null,
      },
      ...{ source: undefined, executionId: undefined, taskId: undefined },
    });
  });

  it('the average of a range has an error from blocks of days, where there are enough', () => {
    const block = (mean: number) => ({ count: 1, mean });
    const blocks = { a: block(58), b: block(62), c: block(58), d: block(62) };
    // k / (k - 1) times the sum of the squares of a quarter of each distance
    const expected = Math.sqrt((4 / 3) * 4 * (2 / 4) ** 2);
    expect(rangeValue('average', t1, rolled({ us: aggregate({ blocks }) }))?.standardError).toBeCloseTo(expected, 12);
  });

  it('the average of a range is of the unit of the catalogue, else of the one that most values have', () => {
    const of = (units: Record<string, [count: number, mean: number]>) => {
      const given = Object.entries(units).map(([unit, [count, mean]]) => [unit, aggregate({ count, mean })]);
      const found = rangeValue('average', t1, rolled(Object.fromEntries(given)));
      return [found?.unit, found?.value];
    };
    expect(of({ K: [9, 1], us: [1, 2] })).toEqual(['us', 2]);
    expect(of({ K: [1, 1], mK: [2, 2], nK: [1, 3e6] })).toEqual(['mK', expect.closeTo((1000 + 2 * 2 + 3) / 4, 10)]);
    expect(of({ K: [2, 1], mK: [2, 2] })).toEqual(['K', expect.closeTo(0.501, 10)]);
    expect(of({ K: [2, 1], V: [2, 2] })).toEqual(['K', 1]);
  });
});
