/** A value and its error as they are shown: both to the same decimal place. */
export interface RoundedTogether {
  value: number;
  error: number;
  /** Decimal places of both; negative where they end before the point. */
  decimals: number;
}

/**
 * Rounds an error to two significant digits and its value to the same place (rule STAT-11). An error that rounds up to
 * the next power of ten ends one place higher: 9.97 becomes 10. For display alone; undefined without a stated error.
 */
export function roundTogether(value: number, error: number): RoundedTogether | undefined {
  if (!Number.isFinite(value) || !(error > 0) || !Number.isFinite(error)) return undefined;
  const exponent = Number(error.toExponential().split('e')[1]);
  const fine = 1 - exponent;
  // Two digits that carry over are three.
  const decimals = Math.round(roundTo(error, fine) * 10 ** fine) < 100 ? fine : fine - 1;
  return { value: roundTo(value, decimals), error: roundTo(error, decimals), decimals };
}

/** Rounds to a decimal place, half away from zero, on the decimal digits that the number is written with. */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const [digits = '0', exponent = '0'] = Math.abs(value).toString().split('e');
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  return Math.sign(value) * Number(`${shifted}e${-decimals}`) || 0;
}
