/** `value` between `low` and `high`. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** `value` with the given number of significant digits: short in a file, and independent of the last bit of a sine. */
export const significant = (value: number, digits = 7): number => Number(value.toPrecision(digits));

/** `value` with the given number of decimals. */
export function decimals(value: number, count: number): number {
  const scale = 10 ** count;
  return Math.round(value * scale) / scale;
}

/** `count` numbers from `from` to `to`, both included. */
export const spread = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));

/** Arithmetic mean; NaN for an empty list. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard deviation of a sample. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1));
}

/** Median; for an even number of values the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** Index of the largest value. */
export const indexOfMax = (values: readonly number[]): number =>
  values.reduce((best, value, i) => (value > (values[best] ?? Number.NEGATIVE_INFINITY) ? i : best), 0);

/** The angle, wrapped to between -pi and pi. */
export const wrapAngle = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** The x that a standard normal variable exceeds with probability `tail`, 0 < tail < 0.5, by bisection. */
export function normalQuantile(tail: number): number {
  let [low, high] = [0, 10];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability that a standard normal variable exceeds x >= 0 (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normalTail(x: number): number {
  const t = 1 / (1 + 0.2316419 * x);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (series * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
