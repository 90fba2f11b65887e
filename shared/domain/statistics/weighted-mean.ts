import { median } from '../metrics/statistics.ts';
import { normalCdf } from './normal-distribution.ts';
import { statedError } from './scale.ts';
import { madScale } from './spread.ts';

/** A value with the error that was stated with it. */
export interface StatedValue {
  value: number;
  error?: number | null | undefined;
}

/** A mean whose values agree within their errors. */
export interface WeightedMean {
  refused: false;
  n: number;
  mean: number;
  error: number;
  chiSquare: number;
  /** Chance of so much scatter where the errors are right. */
  p: number;
}

/** What is said of values that have no weighted mean (rule STAT-12). */
export interface NoWeightedMean {
  refused: true;
  because: 'too_few' | 'error_missing' | 'scatter';
  n: number;
  median: number | undefined;
  /** Spread of the values, 1.4826 times their median distance from the median. */
  madScale: number | undefined;
  /** How many times more the values scatter than their errors allow; where all state one. */
  birgeRatio?: number;
}

/** Least p-value at which errors are believed to cover the scatter. */
const LEAST_P = 0.05;

/**
 * The mean of values of one series, weighted by their errors; refused where an error is missing or the values differ by
 * more than their errors allow, which is the normal case for coherence times. Errors are never stretched.
 */
export function weightedMean(values: readonly StatedValue[]): WeightedMean | NoWeightedMean {
  const n = values.length;
  const plain = values.map(({ value }) => value);
  const refusal = (because: NoWeightedMean['because']): NoWeightedMean => ({
    refused: true,
    because,
    n,
    median: median(plain),
    madScale: madScale(plain),
  });
  if (n < 2) return refusal('too_few');
  const weights = values.map(({ error }) => (statedError(error) ?? Number.NaN) ** -2);
  if (weights.some((weight) => !Number.isFinite(weight))) return refusal('error_missing');
  const total = sum(weights);
  const mean = sum(weights.map((weight, index) => (weight / total) * (plain[index] ?? 0)));
  const chiSquare = sum(weights.map((weight, index) => weight * ((plain[index] ?? 0) - mean) ** 2));
  const p = chiSquareTail(chiSquare, n - 1);
  if (p < LEAST_P) return { ...refusal('scatter'), birgeRatio: Math.sqrt(chiSquare / (n - 1)) };
  return { refused: false, n, mean, error: 1 / Math.sqrt(total), chiSquare, p };
}

/** Share of a chi-square distribution above a value, by the approximation of Wilson and Hilferty. */
function chiSquareTail(chiSquare: number, degrees: number): number {
  const variance = 2 / (9 * degrees);
  return normalCdf(-(Math.cbrt(chiSquare / degrees) - 1 + variance) / Math.sqrt(variance));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
