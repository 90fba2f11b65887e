import { turnOf } from './unit.ts';

/** Sums of the cosines and sines of angles, which add up whatever turn each angle is given in. */
export interface Direction {
  cos: number;
  sin: number;
}

/** Below this share of the count, angles point everywhere, and their mean direction is rounding. */
const LEAST_RESULTANT = 1e-9;

/** The direction of one angle; undefined for a unit other than of angles. */
export function directionOf(value: number, unit: string): Direction | undefined {
  const turn = turnOf(unit);
  if (turn === undefined) return undefined;
  const radians = (value / turn) * 2 * Math.PI;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

export const addDirections = (a: Direction, b: Direction): Direction => ({ cos: a.cos + b.cos, sin: a.sin + b.sin });

/** The mean of angles (rule STAT-34), above minus half a turn up to half a turn; undefined where they point everywhere. */
export function meanAngle(sum: Direction, count: number, unit: string): number | undefined {
  if (Math.hypot(sum.cos, sum.sin) < LEAST_RESULTANT * count) return undefined;
  const radians = Math.atan2(sum.sin, sum.cos);
  return ((radians === -Math.PI ? Math.PI : radians) / (2 * Math.PI)) * (turnOf(unit) ?? Number.NaN);
}

/** The sum of squared distances of angles from their mean, as the wrapped normal distribution has it. */
export function squaresOfAngles(sum: Direction, count: number, unit: string): number {
  const resultant = Math.min(1, Math.max(Math.hypot(sum.cos, sum.sin) / count, Number.MIN_VALUE));
  return -2 * Math.log(resultant) * count * ((turnOf(unit) ?? Number.NaN) / (2 * Math.PI)) ** 2;
}

/**
 * Numbers for median and extremes (rule STAT-35): angles each within half a turn of their mean direction, so that 179
 * and -179 degrees are neighbours; others unchanged.
 */
export function besideEachOther(values: readonly number[], unit: string): number[] {
  const turn = turnOf(unit);
  if (turn === undefined) return [...values];
  const centre = meanOfAngles(values, unit) ?? 0;
  return values.map((value) => value - turn * Math.round((value - centre) / turn));
}

/** The mean of angles, in any order; undefined if there are none, or they point everywhere. */
export function meanOfAngles(values: readonly number[], unit: string): number | undefined {
  const sum = values
    .toSorted((a, b) => a - b)
    .map((value) => directionOf(value, unit) ?? { cos: 0, sin: 0 })
    .reduce(addDirections, { cos: 0, sin: 0 });
  return values.length === 0 ? undefined : meanAngle(sum, values.length, unit);
}
