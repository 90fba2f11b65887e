import { normalizeUnit, parseUnit, type Unit } from './unit.ts';

/** How numbers in one unit become numbers in another one. */
export interface Conversion {
  /** Undefined where the other unit has no such number: a power that is not above 0 has none in dBm. */
  value: (value: number) => number | undefined;
  /** The size of an uncertainty of a value, to first order. */
  size: (size: number, value: number) => number;
}

/** Converts between two units of one dimension; undefined for any others. */
export function conversionOf(from: string, to: string): Conversion | undefined {
  if (from === to) return unchanged;
  const [one, other] = [parseUnit(from), parseUnit(to)];
  if (one.dimension !== other.dimension) return undefined;
  if (one.isDecibelMilliwatt && other.isDecibelMilliwatt) return unchanged;
  if (one.isDecibelMilliwatt) return fromDecibels(other);
  if (other.isDecibelMilliwatt) return toDecibels(one);
  const scale = scaling(one, other);
  return { value: scale, size: scale };
}

const unchanged: Conversion = { value: (value) => value, size: (size) => size };

const MILLIWATT = -3;
const NEPERS_PER_DECIBEL = Math.LN10 / 10;

const fromDecibels = ({ exponent }: Unit): Conversion => {
  const toUnit = (milliwatts: number) => shifted(milliwatts, MILLIWATT - exponent);
  return {
    value: (value) => toUnit(10 ** (value / 10)),
    size: (size, value) => toUnit(10 ** (value / 10) * NEPERS_PER_DECIBEL * size),
  };
};

const toDecibels = ({ exponent }: Unit): Conversion => ({
  value: (value) => (value > 0 ? 10 * Math.log10(shifted(value, exponent - MILLIWATT)) : undefined),
  size: (size, value) => size / value / NEPERS_PER_DECIBEL,
});

function scaling(from: Unit, to: Unit): (value: number) => number {
  const [exponent, factor] = [from.exponent - to.exponent, from.factor / to.factor];
  return (value) => shifted(factor === 1 ? value : value * factor, exponent);
}

/** A number times a power of ten as one writes it, so that no prefix changes its digits: 0.08 ms is 80 us. */
function shifted(value: number, exponent: number): number {
  if (exponent === 0 || !Number.isFinite(value)) return value;
  const [digits, power = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(power) + exponent}`);
}

/**
 * What a number in `from` is multiplied with to be one in `to`; 1 for equal units, undefined where they do not convert or
 * by no factor. Values are converted by `conversionOf`.
 */
export function conversionFactor(from: string, to: string): number | undefined {
  if (normalizeUnit(from) === normalizeUnit(to)) return 1;
  const [one, other] = [parseUnit(from), parseUnit(to)];
  if (one.dimension !== other.dimension || one.isDecibelMilliwatt || other.isDecibelMilliwatt) return undefined;
  return scaling(one, other)(1);
}
