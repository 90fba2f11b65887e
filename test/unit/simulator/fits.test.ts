import { expect, it } from 'vitest';
import { fitDampedOscillation, fitDecay, fitLorentzian, fitOscillation } from '#simulator/math/fits.ts';
import { fitCurve } from '#simulator/math/least-squares.ts';
import { mean, spread } from '#simulator/math/numbers.ts';
import { type Random, randomOf } from '#simulator/math/random.ts';

const SEEDS = 120;

/** For many seeds, how far the fitted values are from the truth in units of their errors. */
function pulls(
  measure: (random: Random) => { values: number[]; errors: number[] },
  truth: readonly number[],
): number[] {
  return Array.from({ length: SEEDS }, (_, seed) => measure(randomOf(seed, 'fit'))).flatMap(({ values, errors }) =>
    truth.map((expected, i) => ((values[i] ?? Number.NaN) - expected) / (errors[i] ?? Number.NaN)),
  );
}

const readings = (xs: number[], at: (x: number) => number, noise: number, random: Random) =>
  xs.map((x) => at(x) + noise * random.normal());

const cases = [
  {
    name: 'a decay',
    truth: [0.94, 170, 0.03],
    fit: (random: Random) => {
      const xs = spread(-1, Math.log10(500), 51).map((exponent) => 10 ** exponent);
      return fitDecay(
        xs,
        readings(xs, (x) => 0.94 * Math.exp(-x / 170) + 0.03, 0.015, random),
      );
    },
  },
  {
    name: 'a decay to a level that is known',
    truth: [0.47, 140],
    fit: (random: Random) => {
      const xs = spread(-0.5, Math.log10(500), 51).map((exponent) => 10 ** exponent);
      return fitDecay(
        xs,
        readings(xs, (x) => 0.47 * Math.exp(-x / 140) + 0.5, 0.015, random),
        0.5,
      );
    },
  },
  {
    name: 'an oscillation',
    truth: [0.47, 0.0125, 0.1, 0.5],
    fit: (random: Random) => {
      const xs = spread(0, 400, 51);
      return fitOscillation(
        xs,
        readings(xs, (x) => 0.47 * Math.cos(2 * Math.PI * 0.0125 * x + 0.1) + 0.5, 0.011, random),
      );
    },
  },
  {
    name: 'fringes that fade',
    truth: [0.45, 1.03, 0, 0.5, 40],
    fit: (random: Random) => {
      const xs = spread(0, 10, 101);
      const at = (x: number) => 0.45 * Math.exp(-x / 40) * Math.cos(2 * Math.PI * 1.03 * x) + 0.5;
      return fitDampedOscillation(xs, readings(xs, at, 0.015, random));
    },
  },
  {
    name: 'a line of a spectrum',
    truth: [26, 7.901, 0.017, 0],
    fit: (random: Random) => {
      const xs = spread(7.84, 7.96, 61);
      return fitLorentzian(
        xs,
        readings(xs, (x) => 26 / (1 + ((2 * (x - 7.901)) / 0.017) ** 2), 0.7, random),
        0.015,
      );
    },
  },
];

it.each(cases)('the fit finds the truth of $name within the errors it states, over many seeds', ({ truth, fit }) => {
  const found = pulls(fit, truth);
  const share = (limit: number) => found.filter((pull) => Math.abs(pull) < limit).length / found.length;
  // Errors that are right leave 68 % of the values within one of them and 99.7 % within three.
  expect(share(1)).toBeGreaterThan(0.6);
  expect(share(1)).toBeLessThan(0.76);
  expect(share(3)).toBeGreaterThan(0.98);
  expect(Math.abs(mean(found))).toBeLessThan(0.25);
});

it('a fit gives R² 1 to points on the curve, and about 0 to noise', () => {
  const xs = spread(0, 400, 51);
  expect(
    fitOscillation(
      xs,
      xs.map((x) => Math.cos(x / 13)),
    ).r2,
  ).toBeCloseTo(1, 9);
  const random = randomOf('noise');
  expect(
    fitDecay(
      xs,
      xs.map(() => random.normal()),
    ).r2,
  ).toBeLessThan(0.4);
});

it('a fit states an infinite error for a parameter that the data say nothing of', () => {
  const fit = fitCurve((x: number, [a = 0]) => a * x, [1, 2, 3], [2, 4, 6], [1, 5]);
  expect(fit.values[0]).toBeCloseTo(2, 9);
  expect(fit.errors[1]).toBe(Number.POSITIVE_INFINITY);
});
