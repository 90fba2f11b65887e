import { describe, expect, it } from 'vitest';
import type { ComparedCell, ComparedSide } from '#shared/statistics/rules/differences/compared.ts';
import {
  type HistoryPoint,
  type HistorySeries,
  judgeDifferences,
} from '#shared/statistics/rules/differences/judge-differences.ts';
import { Stretches } from '#shared/statistics/rules/differences/stretches.ts';

const whole = new Stretches([]);
/** A cool-down begins between the two sides. */
const apart = new Stretches([{ startedAt: '2026-03-20T12:00:00.000Z' }]);

const side = (value: number | null, more: Partial<ComparedSide> = {}): ComparedSide => ({
  ...{ value, unit: 'us', error: undefined, at: '2026-03-20T10:00:00.000Z', source: 'task', executionId: 'run' },
  ...{ taskId: 'before', taskName: undefined, isInStoredUnit: true, days: [], n: 1 },
  ...more,
});
const later = (value: number | null, more: Partial<ComparedSide> = {}) =>
  side(value, { at: '2026-03-21T10:00:00.000Z', taskId: 'after', ...more });
const cell = (
  id: string,
  before?: ComparedSide | undefined,
  after?: ComparedSide | undefined,
  metric = 't1',
): ComparedCell => ({ metric, target: { kind: 'qubit', id }, before, after });

const days = (ys: readonly number[], more: Partial<HistoryPoint> = {}): HistoryPoint[] =>
  ys.map((y, n) => ({ day: `2026-03-${String(n + 1).padStart(2, '0')}`, y, n: 1, ...more }));
const series = (id: string, points: readonly HistoryPoint[], metric = 't1', stretch = 0): HistorySeries => ({
  ...{ metric, target: { kind: 'qubit', id }, stretch, points },
});
/** A series that hardly moves, around 50 us. */
const steady = days(Array.from({ length: 19 }, (_, n) => Math.log(50) + (n % 2 === 0 ? 0.01 : -0.01)));
const judgedOf = (one: ComparedCell, history: readonly HistorySeries[] = [], stretches = whole) => {
  const [found] = judgeDifferences([one], history, stretches).differences;
  if (!found) throw new Error('no difference');
  return found;
};

describe('how a change is judged', () => {
  it('a drop that its history never saw is notable, worse and established', () => {
    const found = judgedOf(cell('0', side(50), later(20)), [series('0', steady)]);
    expect(found).toMatchObject({ presence: 'both', change: -30, direction: 'worse', because: undefined });
    expect(found.relativeChange).toBeCloseTo(-0.6, 12);
    expect(found.judged).toMatchObject({ basis: 'history', verdict: 'notable', isEstablished: true, isMaterial: true });
    expect(found.judged?.z).toBeLessThan(-3);
  });

  it('a change above 0 is better where an end is good, also where the scale counts errors', () => {
    const rise = judgedOf(cell('0', side(20), later(50)), [series('0', steady)]);
    expect(rise).toMatchObject({ direction: 'better', judged: { z: expect.any(Number) } });
    expect(rise.judged?.z).toBeGreaterThan(3);
    const readout = (before: number, after: number) =>
      judgedOf(cell('0', side(before, { unit: '' }), later(after, { unit: '' }), 'average_readout_fidelity'));
    expect(readout(0.9, 0.99)).toMatchObject({ direction: 'better' });
    expect(readout(0.9, 0.99).judged?.z).toBeGreaterThan(0);
    expect(readout(0.99, 0.9)).toMatchObject({ direction: 'worse' });
    expect(readout(0.99, 0.9).relativeChange).toBeCloseTo(Math.expm1(Math.log(0.1 / 0.9) - Math.log(0.01 / 0.99)), 9);
  });

  it('a value that is the same has not moved', () => {
    const same = judgedOf(cell('0', side(50), later(50)));
    expect(same).toMatchObject({ direction: 'same', judged: { z: 0, basis: 'default', isEstablished: false } });
    const readout = judgedOf(cell('0', side(0.9, { unit: '' }), later(0.9, { unit: '' }), 'average_readout_fidelity'));
    expect(readout.judged?.z).toBe(0);
    expect(Object.is(readout.judged?.z, -0)).toBe(false);
  });

  it('a run that measured a value once has the score of that value between two instants', () => {
    const history = [series('0', steady)];
    const values = judgedOf(cell('0', side(50, { error: 4 }), later(40, { error: 3 })), history);
    const window = { y: Math.log(40), points: 1 };
    const ofRun = judgedOf(cell('0', side(50, { error: 4 }), later(40, { error: 3, window })), history);
    expect(ofRun.judged).toEqual(values.judged);
    const ofTwo = judgedOf(cell('0', side(50, { error: 4 }), later(40, { error: 3, window, n: 2 })), history);
    expect(ofTwo.judged?.z).not.toBe(values.judged?.z);
  });

  it('a metric with the numbers and times of another one of its target is scored once', () => {
    const imported = { unit: '', taskId: undefined, source: 'import' as const };
    const gate = (metric: string, after: number) => cell('0', side(0.999, imported), later(after, imported), metric);
    const twins = judgeDifferences([gate('x180_gate_fidelity', 0.99), gate('x90_gate_fidelity', 0.99)], [], whole);
    expect(twins.differences.map(({ metric, because }) => [metric, because])).toEqual([
      ['x90_gate_fidelity', undefined],
      ['x180_gate_fidelity', 'double'],
    ]);
    const others = judgeDifferences([gate('x180_gate_fidelity', 0.98), gate('x90_gate_fidelity', 0.99)], [], whole);
    expect(others.differences.every(({ judged }) => judged !== undefined)).toBe(true);
  });

  it('a quantity with no good end is higher or lower', () => {
    const amplitude = (before: number, after: number) =>
      judgedOf(cell('0', side(before, { unit: 'a.u.' }), later(after, { unit: 'a.u.' }), 'hpi_amplitude'));
    expect(amplitude(0.1, 0.2)).toMatchObject({ direction: 'higher', relativeChange: expect.closeTo(1, 9) });
    expect(amplitude(0.2, 0.1)).toMatchObject({ direction: 'lower', relativeChange: expect.closeTo(-0.5, 9) });
  });

  it('the days of what is compared are not part of the history by which it is judged', () => {
    const jumps = days(Array.from({ length: 19 }, (_, n) => Math.log(50) + (n % 2)));
    const points = [...steady, ...jumps.map((point) => ({ ...point, day: point.day.replace('03-', '04-') }))];
    const own = jumps.map(({ day }) => day.replace('03-', '04-'));
    const calm = judgedOf(cell('0', side(50), later(40)), [series('0', steady)]).judged;
    const ofBefore = judgedOf(cell('0', side(50, { days: own }), later(40)), [series('0', points)]).judged;
    const ofAfter = judgedOf(cell('0', side(50), later(40, { days: own })), [series('0', points)]).judged;
    const restless = judgedOf(cell('0', side(50), later(40)), [series('0', points)]).judged;
    expect(ofBefore).toEqual(calm);
    expect(ofAfter).toEqual(calm);
    expect(Math.abs(restless?.z ?? 0)).toBeLessThan(Math.abs(calm?.z ?? 0));
  });

  it('an amplitude is judged by the points of its own sign', () => {
    const calm = days([0.001, -0.001, 0.001, -0.001, 0.001, -0.001].map((y) => Math.log(0.1) + y));
    const wild = days(
      [0, 2, 0, 2, 0, 2].map((y) => Math.log(0.1) + y),
      { isNegative: true },
    );
    const mixed = [...calm, ...wild.map((point) => ({ ...point, day: point.day.replace('03-', '04-') }))];
    const scoreOf = (factor: number, points: readonly HistoryPoint[]) => {
      const [before, after] = [side(0.1 * factor, { unit: 'a.u.' }), later(0.11 * factor, { unit: 'a.u.' })];
      return Math.abs(
        judgedOf(cell('0', before, after, 'hpi_amplitude'), [series('0', points, 'hpi_amplitude')]).judged?.z ?? 0,
      );
    };
    expect(scoreOf(1, mixed)).toBe(scoreOf(1, calm));
    expect(scoreOf(-1, mixed)).toBe(scoreOf(-1, wild));
    expect(scoreOf(-1, mixed)).toBeLessThan(scoreOf(1, mixed));
    // Points without a sign tell of values of either.
    expect(scoreOf(-1, calm)).toBe(scoreOf(1, calm));
  });

  it('of a target that is not compared, an amplitude has the sign of its newest point', () => {
    const calm = days([0, 0.01, 0, 0.01, 0, 0.01].map((y) => Math.log(0.1) + y));
    const wild = days(
      [0, 2, 0, 2, 0, 2].map((y) => Math.log(0.1) + y),
      { isNegative: true },
    );
    const others = (points: readonly HistoryPoint[]) =>
      ['1', '2', '3', '4', '5', '6'].map((id) => series(id, points, 'hpi_amplitude'));
    const compared = cell('0', side(0.1, { unit: 'a.u.' }), later(0.15, { unit: 'a.u.' }), 'hpi_amplitude');
    const calmLast = judgedOf(compared, others([...wild, ...calm]));
    expect(calmLast.judged).toEqual(judgedOf(compared, others(calm)).judged);
    expect(calmLast.judged?.basis).toBe('pooled');
    expect(judgedOf(compared, others([...calm, ...wild])).judged).toEqual(judgedOf(compared, others(wild)).judged);
  });
});

describe('why a change is not judged', () => {
  it.each([
    ['faulty', side(null), later(50)],
    ['faulty', side(50), later(null)],
    ['unit_differs', side(50, { unit: 'us' }), later(50, { unit: 'ns' })],
    ['unit_differs', side(50, { isInStoredUnit: false }), later(50)],
    ['unit_differs', side(50), later(50, { isInStoredUnit: false })],
    ['faulty', side(null, { isInStoredUnit: false }), later(50)],
    ['repeat', side(50), later(50, { taskId: undefined })],
    ['same_sample', side(50), side(50)],
    [
      'too_close_in_time',
      side(50, { taskName: 'CheckT1' }),
      later(51, { taskName: 'CheckT1', at: '2026-03-20T10:15:00.000Z' }),
    ],
    ['at_bound', side(50), later(-1)],
  ] as const)('a change is not judged: %s', (because, before, after) => {
    const found = judgedOf(cell('0', before, after));
    expect(found).toMatchObject({ because, judged: undefined, relativeChange: undefined, direction: undefined });
  });

  it('a copy that differs, or that a window has, is judged', () => {
    expect(judgedOf(cell('0', side(50), later(51, { taskId: undefined }))).because).toBeUndefined();
    const window = { window: { y: Math.log(50), points: 1 }, n: 2 };
    expect(judgedOf(cell('0', side(50, window), later(50, { taskId: undefined }))).because).toBeUndefined();
    expect(judgedOf(cell('0', side(50), later(50, { taskId: undefined, ...window }))).because).toBeUndefined();
  });

  it('windows of the same samples are two', () => {
    const window = { window: { y: Math.log(50), points: 1 }, n: 2 };
    expect(judgedOf(cell('0', side(50, window), side(50, window))).because).toBeUndefined();
    const single = { ...window, n: 1 };
    expect(judgedOf(cell('0', side(50, single), side(50, single))).because).toBe('same_sample');
  });

  it.each([
    [5, 6, 'higher'],
    [6, 5, 'lower'],
    [5, 5 + 1e-12, 'same'],
  ])('a setting that goes from %d to %d is %s', (before, after, direction) => {
    const found = judgedOf(cell('0', side(before, { unit: 'ns' }), later(after, { unit: 'ns' }), 'hpi_length'));
    expect(found).toMatchObject({ because: 'setting', judged: undefined, direction });
  });

  it('what one side alone has appeared or vanished, without a change', () => {
    const none = { change: undefined, judged: undefined, because: undefined, direction: undefined };
    expect(judgedOf(cell('0', undefined, later(50)))).toMatchObject({ presence: 'appeared', ...none });
    expect(judgedOf(cell('0', side(50), undefined))).toMatchObject({ presence: 'vanished', ...none });
  });

  it('a frequency without a history has too few points', () => {
    const [before, after] = [side(5, { unit: 'GHz' }), later(5.1, { unit: 'GHz' })];
    expect(judgedOf(cell('0', before, after, 'qubit_frequency'))).toMatchObject({
      ...{ because: 'too_few_points', judged: undefined, relativeChange: undefined },
      change: expect.closeTo(0.1, 9),
    });
  });
});

describe('the difference in numbers', () => {
  it.each([
    ['us', true, 'us', true, 2],
    ['ns', false, 'ns', false, 2],
    ['us', false, 'us', false, undefined],
    ['us', true, 'ns', true, undefined],
  ])(
    'of values in %s (stored %s) and %s (stored %s) the change is %s',
    (unit, isStored, other, isOtherStored, change) => {
      const before = side(50, { unit, isInStoredUnit: isStored });
      expect(judgedOf(cell('0', before, later(52, { unit: other, isInStoredUnit: isOtherStored }))).change).toBe(
        change,
      );
    },
  );
});

describe('what all targets share', () => {
  const many = (count: number, factor: (n: number) => number) =>
    Array.from({ length: count }, (_, n) => cell(String(n), side(50), later(50 * factor(n))));
  const factors = (n: number) => 0.9 + 0.001 * n;

  it('a shift is told where at least twenty targets share it', () => {
    const { shifts } = judgeDifferences(many(20, factors), [], whole);
    expect(shifts).toEqual([
      {
        metric: 't1',
        kind: 'qubit',
        shift: expect.closeTo(Math.log(0.9095), 4),
        error: expect.any(Number),
        n: 20,
        relativeShift: expect.closeTo(-0.0905, 4),
      },
    ]);
    expect(judgeDifferences(many(19, factors), [], whole).shifts).toEqual([]);
  });

  it('the shift of a frequency is not a share', () => {
    const cells = Array.from({ length: 20 }, (_, n) =>
      cell(String(n), side(5, { unit: 'GHz' }), later(5 + n / 1000, { unit: 'GHz' }), 'qubit_frequency'),
    );
    expect(judgeDifferences(cells, [], whole).shifts).toMatchObject([{ relativeShift: undefined }]);
  });

  it('a target without a history is judged among its neighbours, and one with a history by that', () => {
    const cells = [...many(20, factors), cell('20', side(50), later(200))];
    const outlier = judgeDifferences(cells, [], whole).differences[0];
    expect(outlier).toMatchObject({ target: { id: '20' }, judged: { basis: 'cross_section', verdict: 'notable' } });
    const found = judgeDifferences(cells, [series('20', steady)], whole).differences;
    expect(found.find(({ target }) => target.id === '20')?.judged?.basis).toBe('history');
    expect(found.find(({ target }) => target.id === '3')?.judged?.basis).toBe('cross_section');
  });

  it('across a cool-down a target is judged among its neighbours only, though it has a history', () => {
    const history = [series('0', steady, 't1', 1), series('0', steady, 't1', 0)];
    expect(judgedOf(cell('0', side(50), later(25)), history, apart)).toMatchObject({
      ...{ judged: undefined, because: 'too_few_points', change: -25 },
    });
    const { differences } = judgeDifferences(many(20, factors), history, apart);
    expect(new Set(differences.map(({ judged }) => judged?.basis))).toEqual(new Set(['cross_section']));
  });

  it('a history of another part of time does not count', () => {
    const late = cell('0', later(50, { taskId: 'first' }), later(25, { at: '2026-03-22T10:00:00.000Z' }));
    expect(judgedOf(late, [series('0', steady, 't1', 0)], apart).judged?.basis).toBe('default');
    expect(judgedOf(late, [series('0', steady, 't1', 1)], apart).judged?.basis).toBe('history');
  });

  it('metrics are judged apart, and findings are established over all of them', () => {
    const cells = [cell('99', side(50), later(20)), ...many(19, () => 1), cell('99', side(50), later(20), 't2_echo')];
    const { differences } = judgeDifferences(cells, [series('99', steady)], whole);
    const [t1, t2] = ['t1', 't2_echo'].map((metric) => differences.find((one) => one.metric === metric)?.judged);
    expect(t1).toMatchObject({ basis: 'history', isEstablished: true });
    expect(t2).toMatchObject({ basis: 'default', isEstablished: false });
    expect(t1?.q).toBeCloseTo((t1?.p ?? 0) * differences.filter(({ judged }) => judged).length, 9);
  });

  it('nothing compared differs in nothing', () => {
    expect(judgeDifferences([], [], whole)).toEqual({ differences: [], shifts: [] });
  });
});
