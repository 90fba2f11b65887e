import type { LeftOut } from './left-out.ts';
import type { ImportProblem } from './plan.ts';

/** So many problems are reported of one pair of documents; a file of another kind would have thousands. */
export const MAX_PROBLEMS = 50;

/** Collects what is wrong with a document while it is read. */
export class Problems {
  readonly list: ImportProblem[] = [];

  /** Adds why entries are left out, where nothing is left to import. */
  addLeftOut(leftOut: LeftOut): void {
    for (const { path, reason } of leftOut.rows()) this.add(path, reason);
  }

  /** Adds one problem; those beyond `MAX_PROBLEMS` are dropped. */
  add(path: string, message: string): undefined {
    if (this.list.length < MAX_PROBLEMS) this.list.push({ path, message });
    return undefined;
  }
}

/** `value` as an object, or undefined and a problem. */
export function readObject(value: unknown, path: string, problems: Problems): Record<string, unknown> | undefined {
  return isObject(value) ? value : problems.add(path, `must be an object, not ${kindOf(value)}`);
}

/** `value` as an array, or undefined and a problem. */
export function readArray(value: unknown, path: string, problems: Problems): unknown[] | undefined {
  return Array.isArray(value) ? value : problems.add(path, `must be an array, not ${kindOf(value)}`);
}

/** `value` as text, or undefined and a problem. */
export function readText(value: unknown, path: string, problems: Problems): string | undefined {
  return typeof value === 'string' ? value : problems.add(path, `must be text, not ${kindOf(value)}`);
}

/** True for the index of one of `count` qubits. */
export const isQubitIndex = (value: unknown, count: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count;

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON value is, with its article, for a message. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
