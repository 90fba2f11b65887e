import { RESOURCE_ID_MAX_LENGTH } from '../../kernel/rules/ids.ts';

const CANONICAL_INTEGER = /^(?:0|[1-9]\d*)$/;

/** Longest text that can be two qids, in UTF-16 code units, of which a character has up to two. */
const MAX_LENGTH = 2 * 2 * RESOURCE_ID_MAX_LENGTH + 1;

/** The qids of a chip: anything that can tell whether it holds one. */
export type KnownQids = { has(qid: string): boolean };

/**
 * Total order of qids: canonical non-negative integers by their number and before everything else, the rest by
 * code unit. Returns a negative number, 0 (only for equal texts) or a positive number (rule ID-5).
 */
export function compareQids(a: string, b: string): number {
  const aIsNumber = CANONICAL_INTEGER.test(a);
  const bIsNumber = CANONICAL_INTEGER.test(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  // Canonical integers of equal length sort as text, so no number type limits their size.
  if (aIsNumber && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Order of pairs by their first, then their second qid: the order of every list of couplings. */
export function comparePairs(a: readonly [string, string], b: readonly [string, string]): number {
  return compareQids(a[0], b[0]) || compareQids(a[1], b[1]);
}

/** The id of an undirected edge, `<smaller>-<larger>`, whichever way it is given (rule ID-5). */
export function undirectedCouplingId(a: string, b: string): string {
  return compareQids(a, b) <= 0 ? `${a}-${b}` : `${b}-${a}`;
}

/** The id of one edge: control first where the gate has a direction, else smaller first (rule ID-5). */
export function couplingId(control: string, target: string, directed: boolean): string {
  return directed ? `${control}-${target}` : undirectedCouplingId(control, target);
}

/**
 * Every way to read a coupling id as two qids, shortest first qid first. A qid may contain `-`, so `a-b-c` has two
 * readings; with `knownQids` only those with two known parts stay. Empty for a text that is not a pair, and for one
 * that is too long to be two qids.
 */
export function splitCouplingId(id: string, knownQids?: KnownQids): [string, string][] {
  const splits: [string, string][] = [];
  if (id.length > MAX_LENGTH) return splits;
  for (let at = id.indexOf('-', 1); at !== -1 && at < id.length - 1; at = id.indexOf('-', at + 1)) {
    const first = id.slice(0, at);
    const second = id.slice(at + 1);
    if (!knownQids || (knownQids.has(first) && knownQids.has(second))) splits.push([first, second]);
  }
  return splits;
}

/**
 * The id with its two qids exchanged, under which an undirected edge is found too (rule ID-5); undefined if the id is
 * not a pair or `knownQids` leave more than one reading.
 */
export function reverseCouplingId(id: string, knownQids?: KnownQids): string | undefined {
  const [only, ...others] = splitCouplingId(id, knownQids);
  return only && others.length === 0 ? `${only[1]}-${only[0]}` : undefined;
}

/** Most parts between hyphens that are read as the qubits of one gate. */
const MOST_PARTS = 16;

/** The qids of a gate of three or more qubits, by its id; undefined for any other text. A qid may contain `-`. */
export function qidsOfGate(id: string, knownQids: KnownQids): string[] | undefined {
  const read = (parts: readonly string[]): string[] | undefined => {
    if (parts.length === 0) return [];
    for (const n of parts.keys()) {
      const qid = parts.slice(0, n + 1).join('-');
      const rest = knownQids.has(qid) ? read(parts.slice(n + 1)) : undefined;
      if (rest) return [qid, ...rest];
    }
    return undefined;
  };
  const parts = id.split('-');
  const qids = parts.length <= MOST_PARTS ? read(parts) : undefined;
  return qids && qids.length >= 3 && new Set(qids).size === qids.length ? qids : undefined;
}
