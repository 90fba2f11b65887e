import { describe, expect, it } from 'vitest';
import {
  type DayValue,
  dayValueOf,
  pointsOfDays,
  summarizeDay,
  summaryOfRollUp,
} from '#shared/statistics/rules/day-summary.ts';
import { DayValues } from '#shared/statistics/rules/day-values.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import type { Measurement, TargetRollUp } from '#shared/values/rules/roll-up.ts';

const t1 = describeMetric('t1', 'qubit');
const amplitude = describeMetric('hpi_amplitude', 'qubit');
const noon = '2026-03-01T12:00:00.000Z';

const measured = (more: Partial<Measurement>): Measurement => ({
  at: noon,
  value: 50,
  unit: 'us',
  source: 'task',
  recordedAt: '2026-03-01T12:00:01.000Z',
  sampleId: 's1',
  taskId: 'task',
  ...more,
});

/** By a task, at a minute of the day. */
const byTask = (minute: number, value: number, error = Number.NaN): DayValue => ({ at: minute * 60_000, value, error });
const byOther = (minute: number, value: number, tie = 'x', error = Number.NaN): DayValue => ({
  ...byTask(minute, value, error),
  tie,
});
const dayOf = (...values: DayValue[]) => summarizeDay(scaleOf(t1), values);
const amplitudesOf = (...values: DayValue[]) => summarizeDay(scaleOf(amplitude), values);

describe('a measurement as a day takes it in', () => {
  it('a value of a day is in the stored unit, with its error, and has a tie where no task brought it', () => {
    const at = Date.parse(noon);
    expect(dayValueOf(t1, measured({ value: 0.05, error: 0.001, unit: 'ms' }))).toEqual({ at, value: 50, error: 1 });
    expect(dayValueOf(t1, measured({ taskId: undefined }))).toEqual({
      at,
      value: 50,
      error: Number.NaN,
      tie: '2026-03-01T12:00:01.000Z s1',
    });
  });

  it.each([{ value: null }, { unit: 'GHz' }, { value: 0 }, { value: -1 }])(
    'a value of a day that is faulty or of another kind is not a number: %o',
    (more) =>
      expect(dayValueOf(t1, measured({ ...more, error: 2 }))).toMatchObject({ value: Number.NaN, error: Number.NaN }),
  );

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('an error of a day that says nothing is none: %d', (error) =>
    expect(dayValueOf(t1, measured({ error }))).toMatchObject({ value: 50, error: Number.NaN }),
  );

  it('a value of a day in a unit that its metric does not have, without a unit of its own, is not a number', () => {
    const plain = describeMetric('something_else', 'qubit');
    expect(dayValueOf(plain, measured({ unit: 'mK' }))).toMatchObject({ value: Number.NaN });
    expect(dayValueOf(plain, measured({ unit: '' }))).toMatchObject({ value: 50 });
  });
});

describe('what a day has of a series', () => {
  it('a day without values has nothing', () => expect(dayOf()).toBeUndefined());

  it('a day has the median of its values on the scale, of their errors, and the newest value', () => {
    expect(dayOf(byTask(3, 40, 4), byTask(1, 20, 4), byTask(2, 30))).toEqual({
      point: { y: Math.log(30), n: 3, error: expect.closeTo(0.15, 12) },
      last: 40,
    });
    expect(dayOf(byTask(1, 20))).toEqual({ point: { y: Math.log(20), n: 1 }, last: 20 });
  });

  it('a faulty mark counts for nothing, but says that nothing is at the end of the day', () => {
    expect(dayOf(byTask(1, 20), byTask(2, Number.NaN))).toEqual({ point: { y: Math.log(20), n: 1 }, last: null });
    expect(dayOf(byTask(1, Number.NaN), byTask(2, 20))).toEqual({ point: { y: Math.log(20), n: 1 }, last: 20 });
    expect(dayOf(byTask(1, Number.NaN))).toEqual({ last: null });
  });

  it('a value that no task brought and that equals the one before it is a copy, one of a task is not', () => {
    expect(dayOf(byTask(1, 20), byOther(2, 20), byTask(3, 30))?.point).toEqual({ y: Math.log(600) / 2, n: 2 });
    expect(dayOf(byTask(1, 20), byTask(2, 20), byTask(3, 30))?.point).toEqual({ y: Math.log(20), n: 3 });
    expect(dayOf(byTask(1, 20), byOther(2, 30), byOther(3, 20))?.point).toMatchObject({ n: 3 });
  });

  it('a day that begins with what no task brought says which value, and what the day has without it', () => {
    expect(dayOf(byOther(1, 20), byTask(2, 30))).toEqual({
      point: { y: (Math.log(20) + Math.log(30)) / 2, n: 2 },
      first: { value: 20, rest: { y: Math.log(30), n: 1 } },
      last: 30,
    });
    expect(dayOf(byOther(1, 20))).toEqual({ point: { y: Math.log(20), n: 1 }, first: { value: 20 }, last: 20 });
    expect(dayOf(byOther(1, Number.NaN), byTask(2, 30))).not.toHaveProperty('first');
    expect(dayOf(byTask(1, 20), byOther(2, 30))).not.toHaveProperty('first');
  });

  it('at one instant what tasks measured comes first, then the lesser tie, then the lesser value', () => {
    expect(dayOf(byOther(1, 20, 'a'), byTask(1, 30))).toEqual({
      point: { y: (Math.log(20) + Math.log(30)) / 2, n: 2 },
      last: 20,
    });
    expect(dayOf(byOther(1, 20, 'b'), byOther(1, 30, 'a'))).toMatchObject({ first: { value: 30 }, last: 20 });
    expect(dayOf(byOther(1, 30, 'a'), byOther(1, 20, 'b'))).toMatchObject({ first: { value: 30 }, last: 20 });
    expect(dayOf(byTask(1, 30), byTask(1, 20))).toMatchObject({ last: 30 });
    expect(dayOf(byTask(1, 20), byTask(1, 30))).toMatchObject({ last: 30 });
  });

  it('a day of an amplitude is of the values with the sign of the newest', () => {
    expect(amplitudesOf(byTask(1, 0.1), byTask(2, -0.2, 0.01), byTask(3, -0.4))).toEqual({
      point: { y: expect.closeTo(Math.log(0.08) / 2, 12), n: 2, error: expect.closeTo(0.05, 12), isNegative: true },
      last: -0.4,
    });
    expect(amplitudesOf(byTask(1, -0.1), byTask(2, 0.2))).toEqual({ point: { y: Math.log(0.2), n: 1 }, last: 0.2 });
    expect(amplitudesOf(byTask(1, -0.1), byTask(2, 0))?.point).toMatchObject({ n: 1, isNegative: true });
  });

  it('only an amplitude is told by its sign', () => {
    const detuning = scaleOf(describeMetric('anharmonicity', 'qubit'));
    const point = summarizeDay(detuning, [byTask(1, 0.1), byTask(2, -0.2)])?.point;
    expect(point).toMatchObject({ n: 2 });
    expect(point).not.toHaveProperty('isNegative');
  });
});

describe('the values of a day in the making', () => {
  it('the values of a day in the making are summed up as a list of them is, unless there is only one', () => {
    const given = [byTask(1, 20, 1), byOther(2, 30, 'x', 3), byTask(3, 40), byOther(4, 40)];
    const values = new DayValues();
    expect(values.summary(t1)).toBeUndefined();
    for (const [n, one] of given.entries()) {
      values.add(one);
      expect(values.summary(t1)).toEqual(n === 0 ? undefined : dayOf(...given.slice(0, n + 1)));
    }
    expect(values.values().toSorted((a, b) => a.at - b.at)).toEqual(given);
  });

  it('a day with one value that no task brought has no summary either', () => {
    const values = new DayValues();
    values.add(byOther(1, 20));
    expect(values.summary(t1)).toBeUndefined();
  });
});

describe('a day from its roll-up', () => {
  const day = { last: 1 };
  const rolled = (count: number, more: Partial<Measurement> = {}): TargetRollUp => {
    const aggregate = { count, mean: 50, squares: 0, newestAt: noon, blocks: {} };
    return { latest: measured(more), units: count === 0 ? {} : { us: aggregate } };
  };

  it('a roll-up with its day says it', () => {
    expect(summaryOfRollUp(t1, { ...rolled(2), day }, { lacksDays: true })).toBe(day);
  });

  it.each([
    [1, {}, true],
    [0, { value: null }, true],
    [2, {}, false],
    [1, { value: null }, false],
  ])('a roll-up of %i values with the newest %o that may lack its day is known: %s', (count, more, isKnown) => {
    const expected = summarizeDay(scaleOf(t1), [dayValueOf(t1, measured(more))]);
    expect(summaryOfRollUp(t1, rolled(count, more), { lacksDays: true })).toEqual(isKnown ? expected : undefined);
    expect(summaryOfRollUp(t1, rolled(count, more), { lacksDays: false })).toEqual(expected);
  });
});

describe('the points of days', () => {
  const point = (y: number) => ({ y, n: 1 });

  it('the points of days are named by their day', () => {
    expect(pointsOfDays([['20260301', { point: point(1), last: 5 }]])).toEqual([{ day: '2026-03-01', ...point(1) }]);
  });

  it('a day that begins with a copy of the value before it is told without it', () => {
    const first = { value: 5, rest: point(3) };
    const days = (last: number | null) =>
      pointsOfDays([
        ['20260301', { point: point(1), last }],
        ['20260302', { point: point(2), first, last: 6 }],
      ]).map(({ y }) => y);
    expect(days(5)).toEqual([1, 3]);
    expect(days(4)).toEqual([1, 2]);
    expect(days(null)).toEqual([1, 2]);
  });

  it('a day that is nothing but a copy has no point, and the value stands for the next day', () => {
    const copy = { point: point(2), first: { value: 5 }, last: 5 };
    const days = pointsOfDays([
      ['20260301', { point: point(1), last: 5 }],
      ['20260302', copy],
      ['20260303', copy],
      ['20260304', { last: null }],
      ['20260305', copy],
    ]);
    expect(days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-05']);
  });
});
