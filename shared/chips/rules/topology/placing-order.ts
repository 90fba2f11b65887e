import type { Graph } from './graph.ts';

/** A qubit to place next, and the known facts about its place. */
export interface Step {
  qubit: number;
  /** A placed neighbour; absent for the first qubit. */
  from: number | undefined;
  /** A placed qubit at this many couplings' distance. */
  end: number | undefined;
  distance: number;
}

/**
 * The order in which a connected graph is placed on a lattice: from the first qubit on the shortest path that leaves what is
 * placed and comes back to it, so that a wrong turn is found after few steps; then what hangs on it.
 */
export function placingOrder({ qids, neighbours, edges }: Graph): Step[] {
  const isTree = edges.length < qids.length;
  const placed = qids.map(() => false);
  const order: Step[] = [];
  const place = (step: Step) => {
    placed[step.qubit] = true;
    order.push(step);
  };
  place({ qubit: startOf(neighbours), from: undefined, end: undefined, distance: 0 });
  while (order.length < qids.length) {
    const path = (isTree ? undefined : shortestReturn(neighbours, order, placed)) ?? branch(neighbours, order, placed);
    if (!path) return order;
    const [from, ...rest] = path;
    const isReturn = placed[rest.at(-1) ?? -1];
    rest.slice(0, isReturn ? -1 : undefined).forEach((qubit, index) => {
      const end = isReturn ? path.at(-1) : undefined;
      place({ qubit, from: index === 0 ? from : rest[index - 1], end, distance: rest.length - 1 - index });
    });
  }
  return order;
}

/** The first qubit of most neighbours: it has the fewest places. */
function startOf(neighbours: Graph['neighbours']): number {
  const degrees = neighbours.map((list) => list.length);
  return degrees.indexOf(degrees.reduce((most, degree) => Math.max(most, degree), 0));
}

/** Where a search from what is placed reached a qubit: from which placed qubit, by which first step. */
interface Reached {
  root: number;
  first: number;
  before: number;
  depth: number;
}

/** The shortest path through qubits that are not placed between two placed ones, or back to the same by another way. */
function shortestReturn(
  neighbours: Graph['neighbours'],
  order: readonly Step[],
  placed: readonly boolean[],
): number[] | undefined {
  const reached = new Map<number, Reached>();
  for (const { qubit: root } of order)
    for (const first of neighbours[root] ?? []) {
      if (placed[first]) continue;
      const known = reached.get(first);
      // A qubit between two placed ones: nothing is shorter.
      if (known) return [known.root, first, root];
      reached.set(first, { root, first, before: root, depth: 1 });
    }
  const meeting = shortestMeeting(neighbours, reached, placed);
  return meeting && [...wayTo(meeting[0], reached), ...wayTo(meeting[1], reached).reverse()];
}

/** Spreads the search from its first steps; the two neighbours on the shortest path at which different first steps meet. */
function shortestMeeting(
  neighbours: Graph['neighbours'],
  reached: Map<number, Reached>,
  placed: readonly boolean[],
): [number, number] | undefined {
  let shortest = Number.POSITIVE_INFINITY;
  let ends: [number, number] | undefined;
  // A map is walked in the order of its entries, also while it grows: this is the queue of the search.
  for (const [qubit, here] of reached) {
    if (2 * here.depth >= shortest) break;
    const nexts = (neighbours[qubit] ?? []).filter((next) => !placed[next] && next !== here.before);
    for (const next of nexts) {
      const there = reached.get(next);
      if (!there) reached.set(next, { ...here, before: qubit, depth: here.depth + 1 });
      const length = there ? lengthThrough(here, there) : Number.POSITIVE_INFINITY;
      if (length < shortest) [shortest, ends] = [length, [qubit, next]];
    }
  }
  return ends;
}

/** Couplings of the path that two searches make where they meet; none where both began with the same step. */
const lengthThrough = (a: Reached, b: Reached): number =>
  a.root === b.root && a.first === b.first ? Number.POSITIVE_INFINITY : a.depth + b.depth + 1;

function wayTo(qubit: number, reached: ReadonlyMap<number, Reached>): number[] {
  const way: number[] = [];
  let at: number | undefined = qubit;
  for (let here = reached.get(qubit); here && at !== undefined; here = reached.get(at)) {
    way.unshift(at);
    at = here.before;
  }
  return at === undefined ? way : [at, ...way];
}

/** One coupling from the qubit placed last that has neighbours to place. */
function branch(
  neighbours: Graph['neighbours'],
  order: readonly Step[],
  placed: readonly boolean[],
): [number, number] | undefined {
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const from = order[index]?.qubit ?? 0;
    const next = (neighbours[from] ?? []).find((qubit) => !placed[qubit]);
    if (next !== undefined) return [from, next];
  }
  return undefined;
}
