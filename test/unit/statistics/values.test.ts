import { expect, it } from 'vitest';
import { luckInSigmas, luckOfBest, triedUnequally } from '#shared/statistics/rules/best-of.ts';
import { erfc, normalQuantile, twoSidedP } from '#shared/statistics/rules/normal-distribution.ts';
import { roundTo, roundTogether } from '#shared/statistics/rules/round-together.ts';
import { isSameSetting, scaleOf, statedError } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { blockOf } from '#shared/values/rules/time-blocks.ts';

const qubitScale = (key: string) => scaleOf(describeMetric(key, 'qubit'));

it.each([
  ['t1', 'coherence'],
  ['t2_star', 'coherence'],
  ['average_readout_fidelity', 'fidelity'],
  ['qubit_frequency', 'frequency'],
  ['anharmonicity', 'frequency'],
  ['hpi_amplitude', 'amplitude'],
  ['maximum_rabi_frequency', 'amplitude'],
  ['readout_length', 'setting'],
  ['temperature', 'unknown'],
])('%s is compared as %s', (key, kind) => expect(qubitScale(key).kind).toBe(kind));

it('a frequency is compared in kilohertz, and ZZ more finely than a level', () => {
  expect(qubitScale('qubit_frequency').toScale(4.793)).toBeCloseTo(4_793_000, 3);
  expect(qubitScale('qubit_frequency').errorOnScale(4.793, 1e-6)).toBeCloseTo(1, 9);
  expect(qubitScale('qubit_frequency').referenceError).toBe(50);
  expect(scaleOf(describeMetric('static_zz_interaction', 'coupling')).referenceError).toBe(5);
});

it('a fidelity at its bound, a coherence time that is not positive and an amplitude of 0 have no place on their scale', () => {
  const fidelity = qubitScale('x90_gate_fidelity');
  expect([1, 1 - 1e-32, 0, -1, 2, Number.NaN].map(fidelity.toScale)).toEqual(Array(6).fill(undefined));
  expect(fidelity.toScale(0.999)).toBeCloseTo(Math.log(0.001 / 0.999), 12);
  expect([0, -1, Number.NaN, Number.POSITIVE_INFINITY].map(qubitScale('t1').toScale)).toEqual(Array(4).fill(undefined));
  expect(qubitScale('hpi_amplitude').toScale(0)).toBeUndefined();
});

it('a change is material by the share of the quantity that it is', () => {
  const coherence = qubitScale('t1');
  expect([Math.log(0.91), Math.log(0.89), Math.log(1.11)].map(coherence.isMaterial)).toEqual([false, true, true]);
  expect([49, 50, -51].map(qubitScale('qubit_frequency').isMaterial)).toEqual([false, true, true]);
});

it('two settings of a metric are the same up to rounding', () => {
  expect(isSameSetting(0.1 + 0.2, 0.3)).toBe(true);
  expect(isSameSetting(24, 25)).toBe(false);
});

it('an error is stated only as a positive number', () => {
  expect([undefined, null, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.5].map(statedError)).toEqual([
    ...Array(6).fill(undefined),
    0.5,
  ]);
});

it.each([
  [52.137, 3.72, 52.1, 3.7, 1],
  [0.827, 0.119, 0.83, 0.12, 2],
  [52.1, 9.61, 52.1, 9.6, 1],
  [52.137, 9.97, 52, 10, 0],
  [52.137, 9.95, 52, 10, 0],
  [52.137, 0.995, 52.1, 1, 1],
  [51234.5, 1234, 51200, 1200, -2],
  [4.793123456, 2.2e-7, 4.79312346, 2.2e-7, 8],
])('%d with the error %d is shown as %d and %d', (value, error, shown, shownError, decimals) => {
  expect(roundTogether(value, error)).toEqual({ value: shown, error: shownError, decimals });
});

it('a value without a stated error is not rounded with one', () => {
  expect([0, -1, Number.NaN].map((error) => roundTogether(1, error))).toEqual([undefined, undefined, undefined]);
});

it('a half is rounded away from zero by the digits that are written', () => {
  expect([roundTo(1.005, 2), roundTo(-1.005, 2), roundTo(1e-7, 3), roundTo(15, -1)]).toEqual([1.01, -1.01, 0, 20]);
});

it('the last block of a month ends with it', () => {
  expect(['2026-03-25', '2026-03-26', '2026-03-31', '2026-02-28'].map(blockOf)).toEqual([
    '2026-03 4',
    '2026-03 5',
    '2026-03 5',
    '2026-02 5',
  ]);
});

it('the luck of the best of n is near the expected largest of n normal values', () => {
  const exact = [0.56, 0.85, 1.16, 1.54, 1.87];
  expect(luckInSigmas(1)).toBeCloseTo(0, 15);
  for (const [index, n] of [2, 3, 5, 10, 20].entries()) expect(luckInSigmas(n)).toBeCloseTo(exact[index] ?? 0, 1);
  expect(luckOfBest(20, 0.164)).toBeCloseTo(0.36, 2);
  expect(() => luckInSigmas(0)).toThrow(RangeError);
});

it('a best value is warned about where one target was tried more than twice as often', () => {
  expect([triedUnequally([10, 20]), triedUnequally([10, 21]), triedUnequally([0, 20]), triedUnequally([])]).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it('erfc keeps its digits far into the tail', () => {
  const known = [
    [0, 1],
    [0.5, 0.4795001221869535],
    [2, 0.004677734981047266],
    [3, 2.209049699858544e-5],
    [10, 2.088487583762545e-45],
    [-1, 1.842700792949715],
  ] as const;
  for (const [x, y] of known) expect(erfc(x) / y).toBeCloseTo(1, 12);
  expect(erfc(Number.NaN)).toBeNaN();
  expect([erfc(Number.POSITIVE_INFINITY), erfc(Number.NEGATIVE_INFINITY)]).toEqual([0, 2]);
});

it('a normal quantile is the inverse of the distribution', () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
  expect(normalQuantile(0.5)).toBeCloseTo(0, 15);
  expect(twoSidedP(normalQuantile(1e-10)) / 2e-10).toBeCloseTo(1, 9);
  expect(() => normalQuantile(0)).toThrow(RangeError);
});
