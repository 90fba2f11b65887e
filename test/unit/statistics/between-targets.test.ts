import { describe, expect, it } from 'vitest';
import { scoreBetween } from '#shared/statistics/rules/between-targets.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';

const scale = (key: string) => scaleOf(describeMetric(key, 'qubit'));
const of = (value: number, error: number | null = null) => ({ value, error });

/** Student's t of 4 degrees as a standard normal score, by the approximation of Wallace, written out here. */
const normal = (t: number) => Math.sign(t) * ((8 * 4 + 1) / (8 * 4 + 3)) * Math.sqrt(4 * Math.log(1 + (t * t) / 4));

describe('the score between two targets', () => {
  it('the score between coherence times counts their errors and the fluctuation of the kind, on the logarithm', () => {
    const t = Math.log(300 / 100) / Math.sqrt(2 * 0.2 ** 2 + (1 / 100) ** 2 + (6 / 300) ** 2);
    const score = scoreBetween(of(100, 1), of(300, 6), scale('t1'));
    expect(score?.basis).toBe('kind');
    expect(score?.z).toBeCloseTo(normal(t), 10);
    expect(scoreBetween(of(300, 6), of(100, 1), scale('t1'))?.z).toBeCloseTo(-normal(t), 10);
  });

  it('a tiny stated error does not make a difference sure that the kind moves by itself', () => {
    expect(scoreBetween(of(100, 0.001), of(110, 0.001), scale('t1'))?.z).toBeLessThan(1);
    expect(scoreBetween(of(100), of(110), scale('t1'))?.z).toBeLessThan(1);
  });

  it('frequencies are scored by their stated errors alone, and not at all where one has none', () => {
    const [first, second] = [of(4.8, 3e-6), of(4.80007, 4e-6)];
    const score = scoreBetween(first, second, scale('qubit_frequency'));
    expect(score?.basis).toBe('fit');
    expect(score?.z).toBeCloseTo(70 / 5, 6);
    expect(scoreBetween(first, of(4.9), scale('qubit_frequency'))).toBeUndefined();
    expect(scoreBetween(of(4.8, 0), second, scale('qubit_frequency'))).toBeUndefined();
  });

  it('a fidelity at its bound, a time that is none and amplitudes of two signs have no score', () => {
    expect(scoreBetween(of(1, 0.1), of(0.9, 0.1), scale('average_readout_fidelity'))).toBeUndefined();
    expect(scoreBetween(of(-1, 0.1), of(100, 1), scale('t1'))).toBeUndefined();
    expect(scoreBetween(of(-0.1, 0.01), of(0.1, 0.01), scale('hpi_amplitude'))).toBeUndefined();
  });
});
