import { compareQids } from '../coupling-id.ts';

/**
 * A chip as a graph: its qubits by their index in the order of qids, so that what is made of it depends neither on the
 * order of the qubits nor on that of the couplings.
 */
export interface Graph {
  qids: readonly string[];
  /** The neighbours of each qubit, ascending, each once. */
  neighbours: readonly (readonly number[])[];
  edges: readonly (readonly [number, number])[];
}

/** The graph of the given qubits; couplings of a qubit with itself or with other qubits are left out. */
export function graphOf(qids: Iterable<string>, couplings: Iterable<readonly [string, string]>): Graph {
  const sorted = [...new Set(qids)].sort(compareQids);
  const indexOf = new Map(sorted.map((qid, index) => [qid, index]));
  const sets = sorted.map(() => new Set<number>());
  for (const [a, b] of couplings) {
    const [from, to] = [indexOf.get(a), indexOf.get(b)];
    if (from === undefined || to === undefined || from === to) continue;
    sets[from]?.add(to);
    sets[to]?.add(from);
  }
  const neighbours = sets.map((set) => [...set].sort((a, b) => a - b));
  const edges = neighbours.flatMap((list, from) =>
    list.filter((to) => from < to).map((to): [number, number] => [from, to]),
  );
  return { qids: sorted, neighbours, edges };
}

/** The connected parts of a graph in the order of their smallest qids. */
export function partsOf({ qids, neighbours }: Graph): Graph[] {
  const part = new Map<number, number>();
  const parts: number[][] = [];
  qids.forEach((_, start) => {
    if (part.has(start)) return;
    part.set(start, parts.length);
    const members = [start];
    for (const member of members)
      for (const next of neighbours[member] ?? []) {
        if (part.has(next)) continue;
        part.set(next, parts.length);
        members.push(next);
      }
    parts.push(members);
  });
  return parts.map((members) => subgraph({ qids, neighbours }, members));
}

function subgraph({ qids, neighbours }: Pick<Graph, 'qids' | 'neighbours'>, members: readonly number[]): Graph {
  const sorted = [...members].sort((a, b) => a - b);
  const indexOf = new Map(sorted.map((member, index) => [member, index]));
  const own = sorted.map((member) => (neighbours[member] ?? []).flatMap((other) => indexOf.get(other) ?? []));
  const edges = own.flatMap((list, from) => list.filter((to) => from < to).map((to): [number, number] => [from, to]));
  return { qids: sorted.map((member) => qids[member] ?? ''), neighbours: own, edges };
}
