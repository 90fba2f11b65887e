/** Numbers as people read them: significant digits, never fixed decimals. */

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const minus = '−';

/**
 * A number with so many significant digits, trailing zeros kept: `185`, `0.408`, `4.08×10⁻⁵`.
 * Whole numbers beyond the digits are rounded, as in `12300`.
 */
export function formatSignificant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return '0';
  const [mantissa = '0', exponentText = '0'] = value.toExponential(digits - 1).split('e');
  const exponent = Number(exponentText);
  const text =
    exponent < -4 || exponent > 6
      ? `${mantissa}×10${superscript(exponent)}`
      : Number(value.toPrecision(digits)).toFixed(Math.max(0, digits - 1 - exponent));
  return text.replaceAll('-', minus);
}

const superscript = (exponent: number): string =>
  (exponent < 0 ? '⁻' : '') + [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join('');

/** A value with its uncertainty and unit: `185.0 ± 3.20 µs`. An uncertainty of 0 or null is none. */
export function formatQuantity(value: number, error: number | null, unit: string, digits = 4): string {
  const spread = error ? ` ± ${formatSignificant(error, 3)}` : '';
  return `${formatSignificant(value, digits)}${spread}${unit ? `\u00a0${unit}` : ''}`;
}

/**
 * A measured value as precise as its uncertainty allows, which has two digits: `4.91234 ± 0.00010 GHz`. One without an
 * uncertainty has five significant digits at most, and no zeros behind them.
 */
export function formatMeasured(value: number, error: number, unit: string): string {
  const tail = unit ? `\u00a0${unit}` : '';
  const decimals = error > 0 ? 1 - Math.floor(Math.log10(error)) : Number.NaN;
  if (decimals >= 0 && decimals <= 12 && Math.abs(value) < 1e12)
    return `${value.toFixed(decimals)} ± ${error.toFixed(decimals)}${tail}`.replaceAll('-', minus);
  if (error > 0) return formatQuantity(value, error, unit);
  const text = formatSignificant(value, 5);
  return `${text.includes('.') ? text.replace(/\.?0+$/, '') : text}${tail}`;
}

/** A score in standard deviations, `−4.2 σ`, beyond 20 `>20 σ`. */
export function formatSigma(z: number): string {
  const size = Math.abs(z) > 20 ? '>20' : Math.abs(z).toFixed(1);
  const sign = size === '0.0' ? '' : z < 0 ? minus : '+';
  return `${sign}${size}\u00a0σ`;
}

/** A share as a change in per cent with its sign: `+7.4 %`, `−66 %`. */
export const formatShare = (share: number): string =>
  `${share > 0 ? '+' : ''}${formatSignificant(share * 100, 2)}\u00a0%`;

/** Removes what binary fractions add, keeping twelve digits: 0.40799999999998 becomes 0.408. */
export const tidy = (value: number): number => Number(value.toPrecision(12));

/** Symbols for the units that files spell in ASCII. */
export const shownUnit = (unit: string): string => (unit === 'us' || unit === 'μs' ? 'µs' : unit);
