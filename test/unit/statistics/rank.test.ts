import { describe, expect, it } from 'vitest';
import type { Difference, JudgedDifference } from '#shared/statistics/rules/differences/compared.ts';
import { ranked } from '#shared/statistics/rules/differences/rank.ts';
import { Stretches } from '#shared/statistics/rules/differences/stretches.ts';
import { totalsOf } from '#shared/statistics/rules/differences/totals.ts';

const score = (z: number, more: Partial<JudgedDifference> = {}): JudgedDifference => ({
  ...{ z, p: 0.5, verdict: 'within_fluctuation', basis: 'history', q: 1, isEstablished: false, isMaterial: true },
  ...more,
});

const side = (at: string): Difference['before'] => ({
  ...{ value: 1, unit: 'us', error: undefined, at, source: 'task', executionId: undefined, taskId: 'task' },
  ...{ isInStoredUnit: true, days: [], n: 1 },
});

/** A difference of t1 of a qubit that both sides have, except for the fields given. */
const difference = (id: string, more: Partial<Difference> = {}): Difference => ({
  ...{ metric: 't1', target: { kind: 'qubit', id }, presence: 'both', change: undefined, relativeChange: undefined },
  ...{ direction: undefined, judged: undefined, because: undefined },
  before: side('2026-03-02T00:00:00.000Z'),
  after: side('2026-03-03T00:00:00.000Z'),
  ...more,
});
const order = (list: readonly Difference[]) => ranked(list).map(({ target, metric }) => `${target.id} ${metric}`);
const inBothOrders = (...list: Difference[]) => {
  expect(order(list.toReversed())).toEqual(order(list));
  return ranked(list).map(({ target }) => target.id);
};

describe('the order of differences', () => {
  it('what matters comes first, then what does not, changed settings, what cannot be judged, and what one side has', () => {
    const list = [
      difference('material', { judged: score(0.1) }),
      difference('immaterial', { judged: score(9, { isMaterial: false }) }),
      difference('setting', { because: 'setting', direction: 'higher' }),
      difference('unjudged', { because: 'faulty', direction: 'higher' }),
      difference('appeared', { presence: 'appeared', judged: score(9) }),
      difference('vanished', { presence: 'vanished' }),
    ];
    expect(inBothOrders(...list)).toEqual(list.map(({ target }) => target.id));
  });

  it('a setting that is the same is not a change', () => {
    const same = difference('0', { because: 'setting', direction: 'same' });
    expect(inBothOrders(same, difference('1', { because: 'setting', direction: 'lower' }))).toEqual(['1', '0']);
    expect(inBothOrders(same, difference('1', { because: 'faulty' }))).toEqual(['0', '1']);
  });

  it('a larger score comes first, whichever its sign; of equal ones the larger change, relative where it is known', () => {
    expect(inBothOrders(difference('0', { judged: score(2) }), difference('1', { judged: score(-3) }))).toEqual([
      '1',
      '0',
    ]);
    const changed = (id: string, more: Partial<Difference>) => difference(id, { judged: score(1), ...more });
    expect(inBothOrders(changed('0', { change: 1 }), changed('1', { change: -2 }))).toEqual(['1', '0']);
    expect(
      inBothOrders(changed('0', { relativeChange: 0.1, change: 9 }), changed('1', { relativeChange: -0.2 })),
    ).toEqual(['1', '0']);
    expect(inBothOrders(changed('0', {}), changed('1', { change: 0.5 }))).toEqual(['1', '0']);
  });

  it('the change of what is not judged does not count', () => {
    expect(inBothOrders(difference('0', { change: 1 }), difference('1', { change: 5 }))).toEqual(['0', '1']);
  });

  it('equal differences come by qubit and coupling, by number, then by metric', () => {
    const pair = (id: string): Partial<Difference> => ({ target: { kind: 'coupling', id } });
    const list = [
      difference('2'),
      difference('2', { metric: 't2_echo' }),
      difference('10'),
      difference('', pair('2-3')),
      difference('', pair('2-10')),
      difference('', pair('10-2')),
      difference('', pair('10-2')),
    ];
    const expected = ['2 t1', '2 t2_echo', '10 t1', '2-3 t1', '2-10 t1', '10-2 t1', '10-2 t1'];
    expect(order(list)).toEqual(expected);
    expect(order(list.toReversed())).toEqual(expected);
    const named = [difference('', pair('alone')), difference('', pair('x-y'))];
    expect(order(named.toReversed())).toEqual(['alone t1', 'x-y t1']);
  });
});

describe('the totals of differences', () => {
  it('what became faulty comes first and is counted by metric, the most first', () => {
    const died = (id: string, metric: string) =>
      difference(id, {
        ...{ metric, target: { kind: 'coupling', id }, because: 'faulty' },
        after: { ...side('2026-03-03T00:00:00.000Z'), value: null } as Difference['after'],
      });
    const list = [
      difference('material', { judged: score(9) }),
      died('0-1', 'rzz_gate_fidelity'),
      died('1-2', 'cz_gate_fidelity'),
      died('2-3', 'cz_gate_fidelity'),
    ];
    expect(inBothOrders(...list)).toEqual(['0-1', '1-2', '2-3', 'material']);
    expect(totalsOf(list).becameFaulty).toEqual([
      { kind: 'coupling', metric: 'cz_gate_fidelity', count: 2 },
      { kind: 'coupling', metric: 'rzz_gate_fidelity', count: 1 },
    ]);
  });

  it('the totals count what was compared and scored, and the outcome of the rest', () => {
    const list = [
      difference('0', { judged: score(4, { verdict: 'notable', isEstablished: true }), direction: 'better' }),
      difference('1', { judged: score(-4, { verdict: 'notable' }), direction: 'worse' }),
      difference('2', { judged: score(4, { verdict: 'notable' }), direction: 'worse' }),
      difference('3', { judged: score(4, { verdict: 'notable' }), direction: 'higher' }),
      difference('4', { judged: score(2.5, { verdict: 'possible', isEstablished: true }), direction: 'better' }),
      difference('5', { because: 'setting', direction: 'higher' }),
      difference('6', { because: 'setting', direction: 'same' }),
      difference('7', { because: 'faulty', direction: 'higher' }),
      difference('8', { presence: 'appeared' }),
      difference('9', { presence: 'vanished' }),
      difference('10', { presence: 'vanished' }),
    ];
    expect(totalsOf(list)).toEqual({
      ...{ compared: 8, scored: 5, notable: 4, better: 1, worse: 2, possible: 1, established: 2 },
      ...{ expectedByChance: expect.closeTo(5 * 0.0036, 12), settingsChanged: 1, appeared: 1, vanished: 2 },
      becameFaulty: [],
      notScored: { setting: 2, faulty: 1 },
    });
  });

  it.each([
    ['2026-03-04T00:00:00.000Z', 0.0036],
    ['2026-03-04T00:00:00.001Z', 0.0058],
    ['2026-02-27T00:00:00.000Z', 0.0058],
    ['2026-02-28T00:00:00.000Z', 0.0036],
  ])('of a change up to %s, this share is notable by chance: %d', (at, share) => {
    const changed = difference('0', { judged: score(1), after: side(at) });
    expect(totalsOf([changed]).expectedByChance).toBe(share);
    expect(totalsOf([{ ...changed, judged: undefined }]).expectedByChance).toBe(0);
    expect(totalsOf([{ ...changed, before: undefined }]).expectedByChance).toBe(0);
    expect(totalsOf([{ ...changed, after: undefined }]).expectedByChance).toBe(0);
  });
});

describe('the parts of time', () => {
  const stretches = new Stretches([
    { startedAt: '2026-03-10T00:00:00.000Z', endedAt: undefined },
    { startedAt: '2026-03-01T00:00:00.000Z', endedAt: '2026-03-05T00:00:00.000Z' },
  ]);

  it.each([
    ['2026-02-28T23:59:59.999Z', 0],
    ['2026-03-01T00:00:00.000Z', 1],
    ['2026-03-05T00:00:00.000Z', 1],
    ['2026-03-05T00:00:00.001Z', 2],
    ['2026-03-09T23:59:59.999Z', 2],
    ['2026-03-10T00:00:00.000Z', 3],
  ])('the instant %s lies in part %i', (instant, index) => {
    expect(stretches.indexOf(instant)).toBe(index);
  });

  it('a part of time reaches from its first instant through its last one', () => {
    expect([0, 1, 2, 3].map((index) => stretches.at(index))).toEqual([
      { from: undefined, through: '2026-02-28T23:59:59.999Z' },
      { from: '2026-03-01T00:00:00.000Z', through: '2026-03-05T00:00:00.000Z' },
      { from: '2026-03-05T00:00:00.001Z', through: '2026-03-09T23:59:59.999Z' },
      { from: '2026-03-10T00:00:00.000Z', through: undefined },
    ]);
  });

  it('a cool-down that begins with another cuts time once', () => {
    const twice = new Stretches([{ startedAt: '2026-03-10T00:00:00.000Z' }, { startedAt: '2026-03-10T00:00:00.000Z' }]);
    expect(twice.indexOf('2026-03-11T00:00:00.000Z')).toBe(1);
  });
});
