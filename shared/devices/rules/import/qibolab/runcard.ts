import { splitCouplingId, undirectedCouplingId } from '../../../../chips/rules/coupling-id.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject } from '../problems.ts';

/** Whether a qubit of a runcard is a tunable coupler, as the oldest ones name them. */
export const isCouplerName = (name: string): boolean => /^c\d+$/.test(name);

/**
 * Pairs of the topology of a runcard: a list of pairs, pairs by the coupler between them, or a matrix of the qubits that
 * has 1 where two are coupled.
 */
export function pairsOfTopology(
  topology: unknown,
  qubits: readonly string[],
  nqubits: unknown,
  path: string,
  leftOut: LeftOut,
): { path: string; pair: unknown }[] {
  if (topology === undefined || topology === null) return [];
  if (isObject(topology)) {
    return Object.entries(topology).map(([name, pair]) => ({ path: `${path}.${name.slice(0, 80)}`, pair }));
  }
  if (!Array.isArray(topology)) {
    leftOut.add(path, 'is not a list of pairs');
    return [];
  }
  if (!isMatrix(topology, nqubits)) return topology.map((pair, index) => ({ path: `${path}[${index}]`, pair }));
  return topology.flatMap((row, i) =>
    row.flatMap((coupled, j) =>
      coupled === 1 && i < j ? [{ path: `${path}[${i}][${j}]`, pair: [qubits[i], qubits[j]] }] : [],
    ),
  );
}

function isMatrix(topology: readonly unknown[], nqubits: unknown): topology is unknown[][] {
  const size = topology.length;
  // Two pairs of two qubits would be taken for a matrix of two qubits otherwise.
  if (size < 2 || (typeof nqubits === 'number' && nqubits !== size)) return false;
  const isRow = (row: unknown) =>
    Array.isArray(row) && row.length === size && row.every((one) => one === 0 || one === 1);
  return topology.every(isRow) && topology.every((row, index) => (row as unknown[])[index] === 1 || size > 2);
}

/** A pair of a version, smaller qid first: the files have no direction. Undefined for a name that is not a pair. */
export function pairOf(id: string, qids: ReadonlySet<string>): [string, string] | undefined {
  const [pair, ...others] = splitCouplingId(id, qids);
  if (!pair || others.length > 0 || pair[0] === pair[1]) return undefined;
  return undirectedCouplingId(...pair) === pair.join('-') ? pair : [pair[1], pair[0]];
}
