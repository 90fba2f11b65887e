import type { MetricDefinition } from '../../values/rules/types.ts';
import { conversionFactor } from '../../values/rules/units/conversion.ts';
import { turnOf } from '../../values/rules/units/unit.ts';

/** What kind of quantity a metric is, which decides how its values are compared (rule STAT-10). */
export type ScaleKind = 'coherence' | 'fidelity' | 'frequency' | 'amplitude' | 'setting' | 'unknown';

/** Which way a value on the scale grows worse; `both` where neither end is good. */
export type WorseSide = 'up' | 'down' | 'both';

/**
 * The scale on which values of one metric are compared: y = g(x). Everything but `toScale`, `fromScale` and
 * `errorOnScale` is in units of y.
 */
export interface Scale {
  kind: ScaleKind;
  /**
   * y of a stored value; undefined for one off the scale: not finite, of the wrong sign, or a fidelity at its bound.
   */
  toScale(value: number): number | undefined;
  fromScale(y: number): number;
  /** The error on y of a stated error of `value`. */
  errorOnScale(value: number, error: number): number;
  /** Least standard deviation that a series is taken to have; `level` is the median of its y. */
  floor(level: number): number;
  /** Standard deviation of a typical series until the chip has its own; undefined if unknown. */
  prior: number | undefined;
  /** The accuracy to which "the value now" is wanted; undefined where nothing is known. */
  referenceError: number | undefined;
  /** Whether a change from one y to another is relevant in practice. */
  isMaterial(change: number): boolean;
  worse: WorseSide;
  /** Of an angle: values that differ by it are equal. */
  turn?: number | undefined;
}

/** Errors closer to 0 or 1 than this are bounds of a fit rather than measurements. */
const FIDELITY_BOUND = 1e-6;

const AMPLITUDES = new Set(['hpi_amplitude', 'maximum_rabi_frequency']);

const identity = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** A change of a logarithm by more than `share` of the quantity itself. */
const relativeChangeOf = (share: number) => (change: number) => Math.abs(Math.expm1(change)) >= share;

const coherence: Scale = {
  kind: 'coherence',
  toScale: (value) => (value > 0 ? identity(Math.log(value)) : undefined),
  fromScale: Math.exp,
  errorOnScale: (value, error) => error / value,
  floor: () => 0.02,
  prior: 0.2,
  referenceError: 0.1,
  isMaterial: relativeChangeOf(0.1),
  worse: 'down',
};

/** The logit of the error 1 - F, which is the logarithm of a small error. */
const fidelity: Scale = {
  kind: 'fidelity',
  toScale: (value) => {
    const error = 1 - value;
    const isInside = error >= FIDELITY_BOUND && error <= 1 - FIDELITY_BOUND;
    return isInside ? Math.log(error / value) : undefined;
  },
  fromScale: (y) => 1 / (1 + Math.exp(y)),
  errorOnScale: (value, error) => error / (value * (1 - value)),
  floor: () => 0.05,
  prior: 0.3,
  referenceError: 0.15,
  isMaterial: relativeChangeOf(0.2),
  worse: 'up',
};

const amplitude: Scale = {
  kind: 'amplitude',
  toScale: (value) => (value === 0 ? undefined : identity(Math.log(Math.abs(value)))),
  fromScale: Math.exp,
  errorOnScale: (value, error) => error / Math.abs(value),
  floor: () => 0.005,
  prior: 0.05,
  referenceError: 0.02,
  isMaterial: relativeChangeOf(0.02),
  worse: 'both',
};

const setting: Scale = {
  kind: 'setting',
  toScale: identity,
  fromScale: (y) => y,
  errorOnScale: (_, error) => error,
  floor: (level) => 1e-9 * Math.abs(level),
  prior: undefined,
  referenceError: undefined,
  isMaterial: (change) => change !== 0,
  worse: 'both',
};

const unknown: Scale = { ...setting, kind: 'unknown' };

/** Frequencies are compared in kilohertz; `factor` turns a stored value into them. */
function frequencyIn(factor: number, referenceKhz: number): Scale {
  return {
    kind: 'frequency',
    toScale: (value) => identity(value * factor),
    fromScale: (y) => y / factor,
    errorOnScale: (_, error) => error * factor,
    floor: () => 1,
    prior: undefined,
    referenceError: referenceKhz,
    isMaterial: (change) => Math.abs(change) >= referenceKhz,
    worse: 'both',
  };
}

/** The scale of a metric, by its definition (rule STAT-10); values must be in the definition's stored unit. */
export function scaleOf({ key, isFidelity, possible, storedUnit }: MetricDefinition): Scale {
  if (isFidelity) return fidelity;
  if (AMPLITUDES.has(key)) return amplitude;
  if (conversionFactor(storedUnit, 's') !== undefined) return possible === 'positive' ? coherence : setting;
  const kilohertz = conversionFactor(storedUnit, 'kHz');
  if (kilohertz !== undefined) return frequencyIn(kilohertz, key === 'static_zz_interaction' ? 5 : 50);
  const turn = turnOf(storedUnit);
  return turn === undefined ? unknown : { ...unknown, turn };
}

/** Whether two settings are the same one, up to rounding. */
export const isSameSetting = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));

/** An error that a measurement states; undefined for one that is absent, null, not positive or not finite (STAT-11). */
export const statedError = (error: number | null | undefined): number | undefined =>
  typeof error === 'number' && Number.isFinite(error) && error > 0 ? error : undefined;
