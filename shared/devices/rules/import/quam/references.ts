import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import { isObject } from '../problems.ts';

/** References to references are followed so far. */
const MAX_REFERENCES = 8;

/** The names along a QuAM reference, from the root; undefined for a text that is not a reference. */
export function referencedPath(text: string, holder: readonly string[]): string[] | undefined {
  const match = /^#(\.{0,2})\/(.+)$/.exec(text);
  const [, dots, rest] = match ?? [];
  if (dots === undefined || rest === undefined) return undefined;
  const start = dots === '' ? [] : dots === '.' ? holder : holder.slice(0, -1);
  const path = [...start];
  for (const name of rest.split('/')) {
    if (name === '..') path.pop();
    else if (name !== '.') path.push(name);
  }
  return path;
}

/**
 * The value at a path of a QuAM state, following references: `#/a/b` from the root, `#./b` from the object that holds
 * the reference, `#../b` from the one around that. Undefined for a missing target or a cycle.
 */
export function resolve(state: Record<string, unknown>, path: readonly string[], followed = 0): unknown {
  let found: unknown = state;
  for (const [index, name] of path.entries()) {
    if (!isObject(found)) return undefined;
    found = ownEntry(found, name);
    const target = typeof found === 'string' ? referencedPath(found, path.slice(0, index)) : undefined;
    if (!target) continue;
    if (followed === MAX_REFERENCES) return undefined;
    return resolve(state, [...target, ...path.slice(index + 1)], followed + 1);
  }
  return found;
}

/** The qid that a reference leads to, itself or by further references, as through a wiring; undefined for any other. */
export function referencedQubit(
  state: Record<string, unknown>,
  reference: unknown,
  holder: readonly string[],
  followed = 0,
): string | undefined {
  const path = typeof reference === 'string' ? referencedPath(reference, holder) : undefined;
  const name = path?.at(-1);
  if (!path || name === undefined || followed === MAX_REFERENCES) return undefined;
  if (path.length === 2 && path[0] === 'qubits') return name;
  const above = path.slice(0, -1);
  const parent = resolve(state, above);
  return isObject(parent) ? referencedQubit(state, ownEntry(parent, name), above, followed + 1) : undefined;
}

/** Whether a field is there, but as a reference that leads nowhere or in a circle. */
export function isDangling(state: Record<string, unknown>, path: readonly string[]): boolean {
  const holder = resolve(state, path.slice(0, -1));
  const field = isObject(holder) ? ownEntry(holder, path.at(-1) ?? '') : undefined;
  return field !== undefined && resolve(state, path) === undefined;
}
