import type { Axis } from '../figures/figure.ts';
import { decimals } from '../math/numbers.ts';

/** Numbers as a file of raw data keeps them: what is fitted is what is kept, so that whoever fits it again finds the same. */
export const kept = (values: readonly number[], axis: Axis): number[] =>
  values.map((value) => decimals(value, axis.decimals));
