import { expect, it } from 'vitest';
import { judgeT2 } from '#shared/statistics/rules/t2-limit.ts';
import { confirmsHeld, type GatedValue, type GateHistory, gate } from '#shared/statistics/rules/write-gate.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { type OwnLimits, problemOfLimit } from '#shared/values/rules/own-limits.ts';
import type { Technology } from '#shared/values/rules/technology.ts';
import type { MetricTarget } from '#shared/values/rules/types.ts';

const gated = (
  metric: string,
  more: Partial<GatedValue>,
  { target = 'qubit', history }: { target?: MetricTarget; history?: GateHistory } = {},
) => {
  const definition = describeMetric(metric, target);
  return gate({ value: 1, unit: definition.storedUnit, ...more }, definition, history);
};

it.each([
  ['t1', { value: null }, 'not_a_number'],
  ['t1', { value: Number.NaN }, 'not_a_number'],
  ['t1', { value: 0 }, 'not_positive'],
  ['t1', { value: 2, unit: 's' }, 'longer_than_a_second'],
  ['t1', { value: 50, unit: 'GHz' }, 'unit_of_another_kind'],
  ['qubit_frequency', { value: -5 }, 'not_positive'],
  ['qubit_frequency', { value: 0.049 }, 'frequency_out_of_range'],
  ['qubit_frequency', { value: 50.1 }, 'frequency_out_of_range'],
  ['readout_length', { value: -1 }, 'negative_duration'],
  ['x90_gate_fidelity', { value: 1.001 }, 'not_a_fidelity'],
  ['x90_gate_fidelity', { value: 0 }, 'not_a_fidelity'],
] as const)('%s of %o is rejected: %s', (metric, more, because) => {
  expect(gated(metric, more)).toEqual({ outcome: 'reject', because });
});

it.each([
  ['t1', { value: 20, unit: 'ms' }, 'longer_than_ten_milliseconds'],
  ['t1', { value: 10, error: 5.1 }, 'error_too_large'],
  ['t1', { value: 10, r2: 0.69 }, 'poor_fit'],
  ['t1', { value: 10, reducedChiSquare: 5.1, fitDegrees: 5 }, 'poor_fit'],
  ['t1', { value: 10, reducedChiSquare: 0.09, fitDegrees: 5 }, 'poor_fit'],
  ['average_readout_fidelity', { value: 1 }, 'perfect_without_shots'],
] as const)('%s of %j is held: %s', (metric, more, because) => {
  expect(gated(metric, more)).toEqual({ outcome: 'hold', because });
});

it.each([
  ['anharmonicity', { value: -0.3 }],
  ['t1', { value: 10, error: null }],
  ['t1', { value: 10, reducedChiSquare: 9, fitDegrees: 4 }],
  ['average_readout_fidelity', { value: 1, shots: 4000 }],
  ['readout_length', { value: 0 }],
] as const)('%s of %o is accepted', (metric, more) => expect(gated(metric, more)).toEqual({ outcome: 'accept' }));

it('a fidelity that is no better than chance is faulty', () => {
  expect(gated('average_readout_fidelity', { value: 0.5 })).toEqual({
    outcome: 'faulty',
    because: 'no_better_than_chance',
  });
});

it('a coupling is faulty below a quarter, since half is not a chance level of two qubits', () => {
  const of = (value: number) => gated('cz_gate_fidelity', { value }, { target: 'coupling' });
  expect([of(0.249), of(0.25)]).toEqual([
    { outcome: 'faulty', because: 'no_better_than_chance' },
    { outcome: 'accept' },
  ]);
});

it.each(['gate', 'chain'] as const)('a low fidelity of a %s of many qubits is not held as chance', (target) => {
  expect(gated('layer_fidelity', { value: 0.02 }, { target })).toEqual({ outcome: 'accept' });
});

it('an error beyond the perfect fidelity and a repeat are remarked on', () => {
  expect(gated('x90_gate_fidelity', { value: 0.999, error: 0.002 })).toMatchObject({ because: 'error_beyond_perfect' });
  expect(gated('t1', { value: 10, isRepeat: true })).toEqual({ outcome: 'note', because: 'repeat' });
});

it('a jump is held by the lesser of its two scores, from eight points on', () => {
  const jump = (n: number, zToLevel: number, zToLast: number) =>
    gated('t1', { value: 10 }, { history: { n, zToLevel, zToLast } }).outcome;
  expect([jump(8, -4, 3), jump(8, 4, 2.9), jump(7, 9, 9)]).toEqual(['hold', 'accept', 'accept']);
});

it('the next measurement confirms a held one where it agrees', () => {
  expect([confirmsHeld(1.9), confirmsHeld(-2)]).toEqual([true, false]);
});

it.each([
  [4.1, undefined, 80.5, undefined, 113, 7.83, 'note'],
  [4.1, undefined, 80.5, undefined, 6, 7.83, 'hold'],
  [66.6, undefined, 151.9, undefined, 613, 0.45, 'note'],
  [50, 1.5, 110, 4.4, 0.2, 1.91, 'note'],
  [50, undefined, 100, undefined, 0, 0, 'pass'],
] as const)(
  'the limit of T1 %d (%d) and T2 %d (%d), %d h apart, has the score %d: %s',
  (t1, t1Error, t2, t2Error, hours, z, outcome) => {
    const at = (shift: number) => new Date(Date.UTC(2026, 0, 1) + shift * 3_600_000).toISOString();
    const found = judgeT2({ value: t1, error: t1Error, at: at(0) }, { value: t2, error: t2Error, at: at(hours) });
    expect(found.z).toBeCloseTo(z, 2);
    expect(found.outcome).toBe(outcome);
  },
);

it('of a T2 beyond twice T1 the later one is held, and T2 where they are of one moment', () => {
  const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`;
  const held = (t1At: string, t2At: string) =>
    judgeT2({ value: 4, at: t1At, sigma: 0 }, { value: 80, at: t2At, sigma: 0 }).held;
  expect([held(at(5), at(1)), held(at(1), at(5)), held(at(1), at(1))]).toEqual(['t1', 't2', 't2']);
});

const ofTechnology = (metric: string, value: number, unit: string, technology: Technology) =>
  gate({ value, unit }, describeMetric(metric, 'qubit'), undefined, { technology });

it.each([
  ['qubit_frequency', 16, 'MHz', 'fluxonium'],
  ['t1', 20, 'ms', 'fluxonium'],
  ['t1', 10_000, 's', 'ion'],
  ['qubit_frequency', 411_000, 'GHz', 'ion'],
  ['t2_echo', 2400, 's', 'spin'],
  ['qubit_frequency', 800, 'Hz', 'other'],
] as const)('%s of %d %s is accepted of the technology %s, and not of transmons', (metric, value, unit, technology) => {
  expect(ofTechnology(metric, value, unit, technology)).toEqual({ outcome: 'accept' });
  expect(ofTechnology(metric, value, unit, 'transmon').outcome).toBeOneOf(['reject', 'hold']);
});

it.each([
  ['qubit_frequency', 60, 'GHz', 'fluxonium', { outcome: 'reject', because: 'out_of_limits' }],
  ['qubit_frequency', 3e6, 'GHz', 'ion', { outcome: 'reject', because: 'out_of_limits' }],
  ['t1', 2, 's', 'fluxonium', { outcome: 'reject', because: 'longer_than_a_second' }],
  ['t1', 0.2, 's', 'fluxonium', { outcome: 'hold', because: 'unusually_long' }],
  ['t1', -1, 's', 'other', { outcome: 'reject', because: 'not_positive' }],
] as const)('%s of %d %s is judged by the limits of the technology %s', (metric, value, unit, technology, judged) => {
  expect(ofTechnology(metric, value, unit, technology)).toEqual(judged);
});

const within = (metric: string, value: number, unit: string, own: OwnLimits, target: MetricTarget = 'qubit') =>
  gate({ value, unit }, describeMetric(metric, target), undefined, { technology: 'transmon', own });

it.each([
  ['t1', 20, 'ms', { t1: { highest: 5, unit: 's' } }, { outcome: 'accept' }],
  ['t1', 5.1, 's', { t1: { highest: 5, unit: 's' } }, { outcome: 'reject', because: 'above_own_limit' }],
  ['t1', 900, 'ns', { t1: { lowest: 1, unit: 'us' } }, { outcome: 'reject', because: 'below_own_limit' }],
  ['t1', 2, 's', { t1: { lowest: 1, unit: 'us' } }, { outcome: 'reject', because: 'longer_than_a_second' }],
  ['t1', -1, 's', { t1: { lowest: -5, unit: 's' } }, { outcome: 'reject', because: 'not_positive' }],
  ['qubit_frequency', 16, 'MHz', { qubit_frequency: { lowest: 10, unit: 'MHz' } }, { outcome: 'accept' }],
  [
    'qubit_frequency',
    60,
    'GHz',
    { qubit_frequency: { lowest: 10, unit: 'MHz' } },
    { outcome: 'reject', because: 'frequency_out_of_range' },
  ],
  [
    'x90_gate_fidelity',
    0.89,
    '',
    { x90_gate_fidelity: { lowest: 90, unit: '%' } },
    { outcome: 'reject', because: 'below_own_limit' },
  ],
  ['t1', 20, 'us', { t2_echo: { highest: 1, unit: 'us' } }, { outcome: 'accept' }],
] as const)('%s of %d %s is judged by the limits %j of its project', (metric, value, unit, own, judged) => {
  expect(within(metric, value, unit, own)).toEqual(judged);
});

it('the limit of a gate holds for its inverse direction, unless that has its own', () => {
  const key = 'cx_gate_fidelity';
  const both = { [key]: { lowest: 0.99, unit: '' } };
  const own = { ...both, [`${key}@inverse`]: { lowest: 0.9, unit: '' } };
  const outcomes = [both, own].map((limits) => within(`${key}@inverse`, 0.95, '', limits, 'coupling').outcome);
  expect(outcomes).toEqual(['reject', 'accept']);
});

it.each([
  ['t1', { unit: 'us' }, 'needs a lowest or a highest value'],
  ['t1', { lowest: 5, highest: 5, unit: 'us' }, 'needs a lowest value below the highest: 5 is not below 5'],
  ['t1', { highest: 5, unit: 'GHz' }, "has values in 'us', and the unit 'GHz' does not convert"],
  ['my_fidelity', { highest: 5, unit: 's' }, "has values in no unit, and the unit 's' does not convert"],
  ['t1', { lowest: 1, highest: 5, unit: 'ns' }, undefined],
  ['cx_gate_fidelity@inverse', { lowest: 90, unit: '%' }, undefined],
  ['own_number', { lowest: 1, unit: 'furlong' }, undefined],
] as const)('%s with the limit %j: %s', (metric, limit, problem) => {
  expect(problemOfLimit(metric, limit)).toBe(problem);
});
