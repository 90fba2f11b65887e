import type { Graph } from './graph.ts';
import { type HostLattice, heavyHexHost, squareHost } from './host-lattice.ts';
import { type Places, upright } from './places.ts';
import { placingOrder, type Step } from './placing-order.ts';
import type { Position } from './types.ts';

/** Places that are tried for each qubit, on average, before a lattice is given up: a grid needs little more than one. */
const TRIES_A_QUBIT = 40;

/** Couplings a qubit above which a chip is likely a grid, whose qubits lie close together where a coupling is missing too. */
const DENSE = 1.4;

/**
 * Places on a square or a heavy-hexagon lattice where every coupling is one cell long; undefined where none was found. It
 * finds whole lattices and those with holes, in any numbering, and trees that have room.
 */
export function latticePlaces(graph: Graph): Places | undefined {
  const degree = graph.neighbours.reduce((most, list) => Math.max(most, list.length), 0);
  if (degree > 4) return undefined;
  const order = placingOrder(graph);
  const hasCycle = graph.edges.length >= graph.qids.length;
  const hosts = hasCycle && degree <= 3 ? [heavyHexHost, squareHost] : [squareHost];
  for (const host of hosts)
    for (const start of host.starts) {
      const places = embed(graph, order, host, start);
      if (places) return upright(places);
    }
  return undefined;
}

const keyOf = ({ row, col }: Position): string => `${row},${col}`;

const gap = (a: Position, b: Position): number => Math.abs(a.row - b.row) + Math.abs(a.col - b.col);

/** Depth-first search over the places of each step, within a bounded number of tries. */
function embed(graph: Graph, order: readonly Step[], host: HostLattice, start: Position): Places | undefined {
  const places: (Position | undefined)[] = [];
  const taken = new Map<string, number>();
  const candidates: Position[][] = [[start]];
  const arrivedFrom = new Map(order.map(({ qubit, from }) => [qubit, from]));
  let tries = TRIES_A_QUBIT * order.length;
  const put = (qubit: number, site: Position) => {
    places[qubit] = site;
    taken.set(keyOf(site), qubit);
  };
  const take = (qubit: number) => {
    const site = places[qubit];
    if (site) taken.delete(keyOf(site));
    places[qubit] = undefined;
  };
  for (let at = 0; at < order.length; ) {
    const step = order[at];
    if (!step) return undefined;
    take(step.qubit);
    const site = candidates[at]?.shift();
    if (!site) {
      at -= 1;
      if (at < 0) return undefined;
      continue;
    }
    tries -= 1;
    if (tries < 0) return undefined;
    put(step.qubit, site);
    at += 1;
    const next = order[at];
    if (next) candidates[at] = sitesFor(next, { graph, places, taken, host, arrivedFrom });
  }
  return places.every((site) => site !== undefined) ? places : undefined;
}

interface Search {
  graph: Graph;
  places: readonly (Position | undefined)[];
  taken: ReadonlyMap<string, number>;
  host: HostLattice;
  arrivedFrom: ReadonlyMap<number, number | undefined>;
}

/** The free sites that a qubit may have: next to every placed neighbour, and near enough to the end of its path. In a grid the end of a branch is close to others first, else straight on. */
function sitesFor({ qubit, from, end, distance }: Step, search: Search): Position[] {
  const { graph, places, taken, host, arrivedFrom } = search;
  const origin = from === undefined ? undefined : places[from];
  if (!origin) return [];
  const neighbours = (graph.neighbours[qubit] ?? []).flatMap((other) => places[other] ?? []);
  const goal = end === undefined ? undefined : places[end];
  const before = from === undefined ? undefined : arrivedFrom.get(from);
  const last = before === undefined ? undefined : places[before];
  // A path that comes back may go around a hole, which stays open.
  const isClose = end === undefined && graph.edges.length > DENSE * graph.qids.length;
  const touches = (site: Position) => host.next(site).filter((one) => taken.has(keyOf(one))).length;
  const straight = last && { row: 2 * origin.row - last.row, col: 2 * origin.col - last.col };
  return host
    .next(origin)
    .filter(
      (site) =>
        !taken.has(keyOf(site)) &&
        neighbours.every((other) => host.next(other).some((one) => keyOf(one) === keyOf(site))) &&
        (!goal || gap(site, goal) <= distance),
    )
    .sort((a, b) => (isClose ? touches(b) - touches(a) : 0) || (straight ? gap(a, straight) - gap(b, straight) : 0));
}
