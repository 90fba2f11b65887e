/** Below this the series of erf is used, from here on the continued fraction of erfc, whose tail keeps its digits. */
const SERIES_END = 2;
const MOST_TERMS = 500;

/**
 * The complementary error function. Its relative accuracy holds far into the tail, which p-values of many cells need
 * (rule STAT-15).
 */
export function erfc(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x < 0) return 2 - erfc(-x);
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x < SERIES_END ? 1 - erfBySeries(x) : erfcByFraction(x);
}

/** erf x = 2/sqrt(pi) e^(-x^2) sum 2^n x^(2n+1) / (2n+1)!!, all of whose terms are positive. */
function erfBySeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < MOST_TERMS && term > sum * Number.EPSILON; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Lentz's evaluation of the continued fraction x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...))). */
function erfcByFraction(x: number): number {
  let fraction = x;
  let c = x;
  let d = 0;
  for (let n = 1; n < MOST_TERMS; n += 1) {
    const step = n / 2;
    d = 1 / (x + step * d);
    c = x + step / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < Number.EPSILON) break;
  }
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}

/** The two-sided p-value of a score that is standard normal where nothing has changed. */
export const twoSidedP = (z: number): number => erfc(Math.abs(z) / Math.SQRT2);

/** The share of a standard normal distribution below `z`. */
export const normalCdf = (z: number): number => erfc(-z / Math.SQRT2) / 2;

/**
 * The quantile of the standard normal distribution, by bisection of its distribution function.
 * @throws RangeError for a share outside (0, 1).
 */
export function normalQuantile(share: number): number {
  if (!(share > 0 && share < 1)) throw new RangeError(`a normal quantile needs a share between 0 and 1, not ${share}`);
  // The upper half has no digits to spare near 1, the lower one keeps them.
  if (share > 0.5) return -normalQuantile(1 - share);
  let [low, high] = [-40, 0];
  for (let middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (normalCdf(middle) < share) low = middle;
    else high = middle;
  }
  return high;
}
