import { normalQuantile } from './normal-distribution.ts';

/**
 * How far the best of `n` values lies above their middle by luck alone, in standard deviations (Blom's approximation,
 * rule STAT-14).
 * @throws RangeError for n below 1.
 */
export function luckInSigmas(n: number): number {
  if (!(n >= 1)) throw new RangeError(`the best of ${n} values does not exist`);
  return normalQuantile((n - 0.375) / (n + 0.25));
}

/**
 * By what share the best of `n` values of a quantity on a logarithmic scale is lifted by luck: 0.36 for 36 %.
 * @param sigma standard deviation on the logarithmic scale.
 */
export const luckOfBest = (n: number, sigma: number): number => Math.expm1(sigma * luckInSigmas(n));

/** Whether the best of these targets may not be compared: one was tried more than twice as often as another. */
export function triedUnequally(counts: readonly number[]): boolean {
  const tried = counts.filter((count) => count > 0);
  return tried.length > 1 && Math.max(...tried) > 2 * Math.min(...tried);
}
