import type * as z from 'zod';

/** What a JSON value may measure. */
interface JsonLimits {
  bytes: number;
  depth: number;
}

/**
 * A map that is kept with a record: within the limits, without empty names, which no map of the table has, and with
 * numbers that can be stored.
 */
export const storedMap = <Map extends z.ZodType<Record<string, unknown>>>(map: Map, limits: JsonLimits): Map =>
  map
    .refine((value) => isBounded(value, limits), {
      message: `must be at most ${limits.bytes} bytes of JSON, ${limits.depth} levels deep`,
      abort: true,
    })
    .refine((value) => !hasEmptyName(value), 'must not have empty names')
    .refine(hasStorableNumbers, `every number ${storableMessage}`);

/**
 * True for a JSON value of at most `bytes` of UTF-8, nested `depth` levels at most: it is stored with a record and read
 * with every list, and no person's document is nested deeper.
 */
export function isBounded(value: unknown, { bytes, depth }: JsonLimits): boolean {
  let level: unknown[] = [value];
  for (let reached = 0; level.length > 0; reached += 1) {
    if (reached > depth) return false;
    level = level.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []));
  }
  return new TextEncoder().encode(JSON.stringify(value)).length <= bytes;
}

/** True where a map at any level of a JSON value has an empty name. */
function hasEmptyName(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return (
    (!Array.isArray(value) && Object.hasOwn(value, '')) || Object.values(value).some((entry) => hasEmptyName(entry))
  );
}

/** True for a number that every part of the service can keep: finite, and within the magnitudes that DynamoDB stores. */
export const isStorable = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 1e-100 && Math.abs(value) <= 1e100);

/** True where every number at any level of a JSON value can be kept. */
function hasStorableNumbers(value: unknown): boolean {
  if (typeof value === 'number') return isStorable(value);
  return value === null || typeof value !== 'object' || Object.values(value).every(hasStorableNumbers);
}

/** The message for a number that cannot be stored. */
export const storableMessage = 'must be within 1e-100 and 1e100';
