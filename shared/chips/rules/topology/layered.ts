import type { Graph } from './graph.ts';
import type { Places } from './places.ts';

/** Rows that layers may have, and for each of them: a few high columns do not make a readable drawing. */
const LEAST_ROWS = 8;
const ROWS_A_LAYER = 3;

/** Passes over the layers by which lines cross less. */
const PASSES = 4;

/**
 * A connected graph as layers of equal distance from one of its far ends, a layer a column, each in the order of its
 * neighbours. Undefined where it cannot be read: a line would pass under a qubit of its own layer, there are more crossings than
 * lines, or a layer is far higher than the drawing is wide.
 */
export function layeredPlaces(graph: Graph): Places | undefined {
  const layers = ordered(layersFrom(farEnd(graph), graph), graph);
  const rows: number[] = [];
  const height = Math.max(...layers.map((layer) => layer.length));
  if (height > Math.max(LEAST_ROWS, ROWS_A_LAYER * layers.length)) return undefined;
  for (const layer of layers)
    layer.forEach((qubit, index) => {
      rows[qubit] = Math.floor((height - layer.length) / 2) + index;
    });
  const places = graph.qids.map((_, qubit) => ({
    row: rows[qubit] ?? 0,
    col: layers.findIndex((layer) => layer.includes(qubit)),
  }));
  return isClear(places, graph) ? places : undefined;
}

/** The first qubit of the last layer: starting there makes the drawing long rather than wide. */
const farEnd = (graph: Graph): number => Math.min(...(layersFrom(0, graph).at(-1) ?? [0]));

function layersFrom(start: number, { neighbours }: Graph): number[][] {
  const seen = new Set([start]);
  const layers: number[][] = [];
  for (let layer = [start]; layer.length > 0; ) {
    layers.push(layer);
    const next = new Set(layer.flatMap((qubit) => neighbours[qubit] ?? []).filter((qubit) => !seen.has(qubit)));
    for (const qubit of next) seen.add(qubit);
    layer = [...next].sort((a, b) => a - b);
  }
  return layers;
}

/** Each layer in the order of the middle of its neighbours in the layer before, forth and back. */
function ordered(layers: number[][], { neighbours }: Graph): number[][] {
  const result = layers.map((layer) => [...layer]);
  const arrange = (index: number, by: number) => {
    const place = new Map(result[by]?.map((qubit, at) => [qubit, at]));
    const middle = (qubit: number): number => {
      const ats = (neighbours[qubit] ?? []).flatMap((other) => place.get(other) ?? []);
      return ats.length === 0 ? 0 : ats.reduce((sum, at) => sum + at, 0) / ats.length;
    };
    result[index]?.sort((a, b) => middle(a) - middle(b) || a - b);
  };
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let index = 1; index < result.length; index += 1) arrange(index, index - 1);
    if (pass < PASSES - 1) for (let index = result.length - 2; index >= 0; index -= 1) arrange(index, index + 1);
  }
  return result;
}

/** Lines lead to the same or the next column, so that a qubit lies on one only within its own column. */
function isClear(places: Places, { edges }: Graph): boolean {
  const lines = edges.map(([a, b]) => {
    const [from, to] = [places[a], places[b]];
    if (!from || !to) return { col: 0, within: true, start: 0, end: 0 };
    const [first, second] = from.col <= to.col ? [from, to] : [to, from];
    return { col: first.col, within: first.col === second.col, start: first.row, end: second.row };
  });
  if (lines.some(({ within, start, end }) => within && Math.abs(start - end) > 1)) return false;
  const byColumn = new Map<number, typeof lines>();
  for (const line of lines.filter(({ within }) => !within))
    byColumn.set(line.col, [...(byColumn.get(line.col) ?? []), line]);
  let crossings = 0;
  for (const column of byColumn.values())
    for (const [index, a] of column.entries())
      for (const b of column.slice(index + 1)) {
        if ((a.start - b.start) * (a.end - b.end) < 0) crossings += 1;
        if (crossings > edges.length) return false;
      }
  return true;
}
