import type { Axis } from '../figures/figure.ts';
import { decimals } from '../math/numbers.ts';

/**
 * Rounds numbers as raw data files store them. Fits use the rounded values, so that a later fit gives the same result.
 */
export const kept = (values: readonly number[], axis: Axis): number[] =>
  values.map((value) => decimals(value, axis.decimals));
