import { comparePairs, compareQids } from '../coupling-id.ts';
import type { Position } from './types.ts';

/**
 * The pairs of qubits on neighbouring sites (distance 1 along a row or a column), [smaller, larger], sorted.
 * Squares, chains and heavy hexagons are all drawn so that these are exactly their edges.
 */
export function neighbourPairs(qubits: Record<string, Position>): [string, string][] {
  const qidAt = new Map(Object.entries(qubits).map(([qid, { row, col }]) => [`${row},${col}`, qid]));
  const pairs: [string, string][] = [];
  for (const [qid, { row, col }] of Object.entries(qubits)) {
    for (const neighbour of [qidAt.get(`${row},${col + 1}`), qidAt.get(`${row + 1},${col}`)]) {
      if (neighbour !== undefined) pairs.push(compareQids(qid, neighbour) < 0 ? [qid, neighbour] : [neighbour, qid]);
    }
  }
  return pairs.sort(comparePairs);
}

/** The qubits at the given sites, numbered in their order from 0. */
export function numbered(positions: readonly Position[]): Record<string, Position> {
  return Object.fromEntries(positions.map((position, index) => [String(index), position]));
}

/** Side of the smallest square that holds every qubit, counted from row 0 and column 0; 0 without qubits. */
export function gridSizeOf(qubits: Record<string, Position>): number {
  return Object.values(qubits).reduce((size, { row, col }) => Math.max(size, row + 1, col + 1), 0);
}
