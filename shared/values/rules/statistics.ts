/** One step of an empirical distribution: `y` per cent of the values are at most `x`. */
export type EcdfStep = { x: number; y: number };

/** The true median: the middle value, or the mean of the two middle ones; undefined without values (rule STAT-1). */
export function median(values: readonly number[]): number | undefined {
  const sorted = ascending(values);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/**
 * The quantile at `share` in [0, 1], linear between the two nearest values, so that 0 is the minimum, 0.5 the median
 * and 1 the maximum; undefined without values. Throws RangeError for a share outside [0, 1].
 */
export function quantile(values: readonly number[], share: number): number | undefined {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`a quantile needs a share from 0 to 1, not ${share}`);
  const sorted = ascending(values);
  const place = share * (sorted.length - 1);
  const lower = sorted[Math.floor(place)];
  const upper = sorted[Math.ceil(place)];
  if (lower === undefined || upper === undefined) return undefined;
  return lower + (upper - lower) * (place - Math.floor(place));
}

/** The arithmetic mean, or undefined without values. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The empirical distribution as steps: one a distinct value, ascending, with the percentage of values up to and
 * including it; the last step is 100. Empty without values (rule STAT-4).
 */
export function ecdf(values: readonly number[]): EcdfStep[] {
  const sorted = [...ascending(values)];
  return sorted.flatMap((x, index) => (x === sorted[index + 1] ? [] : [{ x, y: ((index + 1) / sorted.length) * 100 }]));
}

/** Numbers only, which the engine sorts without a call for each comparison. */
function ascending(values: readonly number[]): Float64Array {
  return new Float64Array(values).sort();
}
