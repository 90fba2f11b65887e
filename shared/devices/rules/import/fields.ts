import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { isObject } from './problems.ts';
import type { FoundNumber, Rule } from './readings.ts';

/** The place of a number in a document, and the metric that it becomes. */
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

/**
 * A number, in quotes too, or a number with the error of its fit, as a pair or as `9.5+/-0.1`; undefined for anything
 * else, null where the document has no such field.
 */
export function readFieldNumber(value: unknown, field: Field): FoundNumber | null | undefined {
  if (value === undefined) return null;
  const [given, stated, ...more] = Array.isArray(value) ? value : withError(value);
  if (more.length > 0 || (Array.isArray(value) && value.length < 2)) return undefined;
  if (given === null) return { value: null, unit: field.unit };
  const [number, error] = [numberOf(given), numberOf(stated)];
  if (number === undefined) return undefined;
  const { unit, convert = (same: number) => same, errorScale = 1, rule } = field;
  // A number that the quantity cannot have is judged as it was found.
  const possible = Number.isFinite(number) && (rule !== 'positive' || number > 0);
  return {
    value: possible ? convert(number) : number,
    unit,
    error: error === undefined ? undefined : error * errorScale,
  };
}

const withError = (value: unknown): unknown[] =>
  typeof value === 'string' && value.includes('+/-') ? value.split('+/-') : [value, null];

/**
 * A number, or the number in a text, whose digits may have underscores between them as in Python and YAML 1.1;
 * undefined for anything else.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/(?<=\d)_(?=\d)/g, '');
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : undefined;
}

/** The value at a path of an object, undefined for none. */
export function valueAt(object: Record<string, unknown>, path: readonly string[]): unknown {
  let found: unknown = object;
  for (const name of path) found = isObject(found) ? ownEntry(found, name) : undefined;
  return found;
}

/** Paths of everything in an object that is not an object itself. */
export function leavesOf(object: Record<string, unknown>, path: readonly string[] = []): string[][] {
  return Object.entries(object).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, [...path, name]) : [[...path, name]],
  );
}
