import { roundTogether } from '../../statistics/round-together.ts';

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
  const text = isShownByPower(exponent)
    ? `${mantissa}×10${superscript(exponent)}`
    : Number(value.toPrecision(digits)).toFixed(Math.max(0, digits - 1 - exponent));
  return text.replaceAll('-', minus);
}

/** Numbers that are too small or too large to be written out. */
const isShownByPower = (exponent: number): boolean => exponent < -4 || exponent > 6;

const superscript = (exponent: number): string =>
  (exponent < 0 ? '⁻' : '') + [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join('');

/**
 * A value as precise as its uncertainty allows, which has two digits (rule STAT-11): `4.91234 ± 0.00010 GHz`,
 * `(4.10 ± 0.30)×10⁻⁵`. One without an uncertainty (0 or null) has five significant digits at most, and no zeros behind them.
 */
export function formatQuantity(value: number, error: number | null, unit: string): string {
  const tail = unit ? `\u00a0${unit}` : '';
  const rounded = error === null ? undefined : roundTogether(value, error);
  if (!rounded) return `${withoutZeros(formatSignificant(value, 5))}${tail}`;
  const { decimals } = rounded;
  const [, exponentText = '0'] = Math.max(Math.abs(rounded.value), rounded.error).toExponential().split('e');
  const exponent = Number(exponentText);
  if (isShownByPower(exponent)) {
    const [shown, spread] = [rounded.value, rounded.error].map((one) =>
      (one / 10 ** exponent).toFixed(Math.max(0, decimals + exponent)),
    );
    return `(${shown} ± ${spread})×10${superscript(exponent)}${tail}`.replaceAll('-', minus);
  }
  const [shown, spread] = [rounded.value, rounded.error].map((one) => one.toFixed(Math.max(0, decimals)));
  return `${shown} ± ${spread}${tail}`.replaceAll('-', minus);
}

/** The zeros behind the last digit of a fraction say nothing where no uncertainty is known. */
const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+(?=×|$)/, '$1').replace(/\.(?=×|$)/, '');

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
