import type { Graph } from './graph.ts';
import type { Places } from './places.ts';
import type { Position } from './types.ts';

/** Leaves of a star that is drawn: more would be too small around one hub. */
const MOST_LEAVES = 128;
/** Qubits of a circle: with more, its lines tell nothing apart. */
const MOST_ON_CIRCLE = 64;
/** Share of all pairs that are coupled where a chip counts as all-to-all. */
const ALL_TO_ALL_SHARE = 0.75;

/**
 * A ring along the border of a rectangle: neighbours are one cell apart. Of an odd number one site stays free, so that
 * one edge is longer.
 */
export function ringPlaces({ qids, neighbours, edges }: Graph): Places | undefined {
  if (qids.length < 3 || edges.length !== qids.length || neighbours.some((list) => list.length !== 2)) return undefined;
  const border = rectangleBorder(qids.length + (qids.length % 2));
  // The free site is in the middle of a side where there is one.
  if (border.length > qids.length) border.splice(border.length > 4 ? 1 : 2, 1);
  const places: Position[] = [];
  let [before, at] = [-1, 0];
  for (const site of border) {
    places[at] = site;
    const next = neighbours[at]?.find((other) => other !== before) ?? 0;
    [before, at] = [at, next];
  }
  return places;
}

/** The sites of the border of the most square rectangle with so many, an even number of 4 or more; clockwise. */
function rectangleBorder(count: number): Position[] {
  const half = count / 2 - 2;
  const [down, right] = [Math.floor(half / 2) + 1, Math.ceil(half / 2) + 1];
  return squareRing(right, down, right, down);
}

/** Walks right, down, left and up by so many steps each, from the top left corner. */
function squareRing(right: number, down: number, left: number, up: number): Position[] {
  const sites: Position[] = [];
  let [row, col] = [0, 0];
  const walk = (steps: number, rows: number, cols: number) => {
    for (let step = 0; step < steps; step += 1) {
      sites.push({ row, col });
      row += rows;
      col += cols;
    }
  };
  walk(right, 0, 1);
  walk(down, 1, 0);
  walk(left, 0, -1);
  walk(up, -1, 0);
  return sites;
}

/** A hub with its leaves around it on a square, so that no line to a leaf passes under another leaf. */
export function starPlaces({ qids, neighbours, edges }: Graph): Places | undefined {
  const leaves = qids.length - 1;
  const hub = neighbours.findIndex((list) => list.length === leaves);
  if (leaves < 3 || leaves > MOST_LEAVES || edges.length !== leaves || hub === -1) return undefined;
  const radius = Math.ceil(leaves / 8);
  const side = 2 * radius;
  const ring = squareRing(side, side, side, side);
  const places: Position[] = [];
  places[hub] = { row: radius, col: radius };
  (neighbours[hub] ?? []).forEach((leaf, index) => {
    // The first leaf is at the top. Four or fewer are in a row or a column with the hub.
    const turn = leaves <= 4 ? 2 * index : Math.round((index * ring.length) / leaves);
    places[leaf] = ring[(turn + radius) % ring.length] ?? { row: 0, col: 0 };
  });
  return places;
}

/** A circle where all qubits, or nearly all pairs of them, are coupled. */
export function allToAllPlaces(graph: Graph): Places | undefined {
  const { qids, edges } = graph;
  const pairs = (qids.length * (qids.length - 1)) / 2;
  return qids.length >= 4 && edges.length >= ALL_TO_ALL_SHARE * pairs ? circlePlaces(graph) : undefined;
}

/**
 * The qubits on a circle, clockwise from the top: no line between two passes under a third, with any couplings. The
 * circle is so large that whole numbers keep it round; maps are scaled by the smallest distance of two qubits.
 */
export function circlePlaces({ qids: { length: count } }: Graph): Places | undefined {
  if (count > MOST_ON_CIRCLE) return undefined;
  const radius = circleRadius(count);
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return {
      row: Math.round(radius - radius * Math.cos(angle)),
      col: Math.round(radius + radius * Math.sin(angle)),
    };
  });
}

/**
 * A qubit lies 2 pi^2 radius / count^2 away from the line between its neighbours. That is more than rounding takes from
 * it, which is at most the square root of 2.
 */
const circleRadius = (count: number): number => Math.max(4, Math.ceil((count * count) / 12));
