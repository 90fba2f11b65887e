import { roundTogether } from '../../../statistics/rules/round-together.ts';

/** Numbers as people read them (rules SHOW-8 and SHOW-12). Nothing else writes digits for a page, which a test holds. */

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const minus = '−';
/** Replaces a number that is not finite: a division by zero upstream is never shown like a measurement. */
const none = '–';

/**
 * A number with so many significant digits, trailing zeros kept: `185`, `0.408`, `4.08×10⁻⁵`.
 * Whole numbers beyond the digits are rounded, as in `12300`.
 */
export function formatSignificant(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return none;
  if (value === 0) return '0';
  const [mantissa = '0', exponentText = '0'] = value.toExponential(digits - 1).split('e');
  const exponent = Number(exponentText);
  const text = isShownByPower(exponent)
    ? `${mantissa}×10${superscript(exponent)}`
    : Number(value.toPrecision(digits)).toFixed(Math.max(0, digits - 1 - exponent));
  return text.replaceAll('-', minus);
}

/** A number with so many digits behind the point. */
export const formatFixed = (value: number, decimals: number): string =>
  Number.isFinite(value) ? value.toFixed(decimals).replace('-', minus) : none;

/** A count in groups of three: `12,345`. */
export const formatCount = (count: number): string => counts.format(count);

const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Numbers that are too small or too large to be written out. */
const isShownByPower = (exponent: number): boolean => exponent < -4 || exponent > 6;

const superscript = (exponent: number): string =>
  (exponent < 0 ? '⁻' : '') + [...String(Math.abs(exponent))].map((digit) => superscripts[Number(digit)]).join('');

/** A value in its two forms, to be followed by its unit. */
export interface WrittenQuantity {
  /** As it is shown: `144.4(1.9)`, `4.79290000(22)`, `4.10(30)×10⁻⁵`. */
  concise: string;
  /** As it is read out: `144.4 ± 1.9`, `(4.10 ± 0.30)×10⁻⁵`; the same as `concise` where no uncertainty is known. */
  spelled: string;
  /** What follows with its space; empty where nothing does. */
  tail: string;
}

/**
 * Writes a value as precisely as its uncertainty allows, which has two digits (rule STAT-11). One without an
 * uncertainty (0 or null) has `digits` significant ones, else five at most and no trailing zeros. A share below 0.01 %
 * is written as a plain fraction.
 */
export function writeQuantity(value: number, error: number | null, unit: string, digits?: number): WrittenQuantity {
  if (!Number.isFinite(value)) return { concise: none, spelled: none, tail: '' };
  const spread = error !== null && Number.isFinite(error) && error > 0 ? error : 0;
  const isTinyShare = unit === '%' && Math.max(Math.abs(value), spread) < 0.01 && value !== 0;
  if (isTinyShare) return { ...writeNumber(tidy(value / 100), tidy(spread / 100), digits), tail: '' };
  return { ...writeNumber(value, spread, digits), tail: tailOf(shownUnit(unit)) };
}

/**
 * A value followed by its uncertainty in brackets, in units of its last digits: `4.79290000(22) GHz`, `144.4(1.9) µs`.
 */
export function formatQuantity(value: number, error: number | null, unit: string): string {
  const { concise, tail } = writeQuantity(value, error, unit);
  return concise + tail;
}

/** The same for screen readers and tooltips: `4.79290000 ± 0.00000022 GHz`. */
export function spellQuantity(value: number, error: number | null, unit: string): string {
  const { spelled, tail } = writeQuantity(value, error, unit);
  return spelled + tail;
}

function writeNumber(value: number, error: number, digits?: number): Pick<WrittenQuantity, 'concise' | 'spelled'> {
  const rounded = roundTogether(value, error);
  if (!rounded) {
    const text = digits === undefined ? withoutZeros(formatSignificant(value, 5)) : formatSignificant(value, digits);
    return { concise: text, spelled: text };
  }
  const largest = Math.max(Math.abs(rounded.value), rounded.error);
  const power = Number(largest.toExponential().split('e')[1]);
  const exponent = isShownByPower(power) ? power : 0;
  const decimals = Math.max(0, rounded.decimals + exponent);
  const [shown = '', spread = ''] = [rounded.value, rounded.error].map((one) =>
    formatFixed(one / 10 ** exponent, decimals),
  );
  const factor = exponent === 0 ? '' : `×10${superscript(exponent)}`;
  return {
    concise: `${shown}(${spread.replace(/^0\.0*/, '')})${factor}`,
    spelled: factor ? `(${shown} ± ${spread})${factor}` : `${shown} ± ${spread}`,
  };
}

/** Trailing zeros of a fraction mean nothing if no uncertainty is known. */
const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+(?=×|$)/, '$1').replace(/\.(?=×|$)/, '');

/** The unit after its number, with a no-break space; degrees have no space. */
const tailOf = (unit: string): string => (unit === '' || unit === '°' ? unit : `\u00a0${unit}`);

/** A score in standard deviations, `−4.2 σ`, beyond 20 `>20 σ`. */
export function formatSigma(z: number): string {
  const size = Math.abs(z) > 20 ? '>20' : formatFixed(Math.abs(z), 1);
  const sign = size === '0.0' ? '' : z < 0 ? minus : '+';
  return `${sign}${size}\u00a0σ`;
}

/** A share as a change in per cent with its sign: `+7.4 %`, `−66 %`. */
export const formatShare = (share: number): string =>
  `${share > 0 ? '+' : ''}${formatSignificant(share * 100, 2)}\u00a0%`;

/** By how much a frequency has changed, with its sign: `+310 kHz`, `−29.0 MHz` from 1,000 kHz on. */
export function formatFrequencyChange(kilohertz: number): string {
  const [size, unit] = Math.abs(kilohertz) < 1000 ? [kilohertz, 'kHz'] : [kilohertz / 1000, 'MHz'];
  return `${kilohertz > 0 ? '+' : ''}${formatSignificant(size)}\u00a0${unit}`;
}

/** Removes what binary fractions add, keeping twelve digits: 0.40799999999998 becomes 0.408. */
export const tidy = (value: number): number => Number(value.toPrecision(12));

const spellings: Record<string, string> = { us: 'µs', μs: 'µs', degree: '°', deg: '°', 'a.u.': '' };

/** Symbols for the units that files spell in ASCII; arbitrary units have none. */
export const shownUnit = (unit: string): string => spellings[unit] ?? unit;
