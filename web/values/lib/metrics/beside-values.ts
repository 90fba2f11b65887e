import { besideEachOther } from '#shared/values/rules/units/angles.ts';

/**
 * Values as they are drawn: angles within half a turn of their mean, so that 179 and -179 degrees are close to each
 * other (rule STAT-36); others unchanged. Missing values stay missing.
 */
export function besideValues<T extends { value: number | null }>(points: readonly T[], unit: string): T[] {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const places = besideEachOther(values, unit).values();
  return points.map((point) => (point.value === null ? point : { ...point, value: places.next().value ?? null }));
}
