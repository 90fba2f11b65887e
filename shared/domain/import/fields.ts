import { ownEntry } from '../own-entry.ts';
import { isObject } from './problems.ts';
import type { FoundNumber, Rule } from './readings.ts';

/** Where a number stands in a document, and as which metric it is taken over. */
export interface Field {
  path: readonly string[];
  key: string;
  unit: string;
  rule: Rule;
  /** What is stored for the number found; the same by default. */
  convert?: (value: number) => number;
  /** What an error of the number found is multiplied with, where `convert` changes it. */
  errorScale?: number;
}

/** A number, or a pair of a number and the error of its fit; undefined for anything else, null where none was found. */
export function readFieldNumber(value: unknown, field: Field): FoundNumber | null | undefined {
  if (value === null || value === undefined) return null;
  const [number, error] = Array.isArray(value) ? value : [value, null];
  if (number === null) return null;
  if (typeof number !== 'number') return undefined;
  const { unit, convert = (same: number) => same, errorScale = 1, rule } = field;
  // A number that the quantity cannot have is judged as it was found.
  const possible = Number.isFinite(number) && (rule !== 'positive' || number > 0);
  return {
    value: possible ? convert(number) : Number.isFinite(number) ? number : null,
    unit,
    error: typeof error === 'number' ? error * errorScale : undefined,
  };
}

/** The value at a path of an object, undefined where there is none. */
export function valueAt(object: Record<string, unknown>, path: readonly string[]): unknown {
  let found: unknown = object;
  for (const name of path) found = isObject(found) ? ownEntry(found, name) : undefined;
  return found;
}

/** Paths of everything in an object that is no object itself, null left out. */
export function leavesOf(object: Record<string, unknown>, path: readonly string[] = []): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (value === null) return [];
    return isObject(value) ? leavesOf(value, [...path, name]) : [[...path, name].join('.')];
  });
}
