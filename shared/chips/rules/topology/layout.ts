import { compareQids } from '../coupling-id.ts';
import { latticePlaces } from './embed.ts';
import { type Graph, graphOf, partsOf } from './graph.ts';
import { knownLayout } from './known-layout.ts';
import { layeredPlaces } from './layered.ts';
import { layoutTypeOf } from './layout-type.ts';
import { nearestDistance } from './nearest-distance.ts';
import { extent, type Places, startingAtZero } from './places.ts';
import { allToAllPlaces, circlePlaces, ringPlaces, starPlaces } from './plain-shapes.ts';
import type { LayoutType, Position } from './types.ts';

/** Where the qubits of a chip are drawn, and what that shows. */
export interface MapLayout {
  layoutType: LayoutType;
  qubits: Record<string, Position>;
}

/** Largest chip that is drawn: what is larger is refused elsewhere, and must not take long here. */
const MOST_QUBITS = 1024;
const MOST_COUPLINGS = 10_000;

/** Ways to draw a connected part, the most telling first (rule MAP-16). */
const ways: readonly { type: LayoutType | undefined; draw: (part: Graph) => Places | undefined }[] = [
  { type: 'ring', draw: ringPlaces },
  { type: 'star', draw: starPlaces },
  { type: undefined, draw: latticePlaces },
  { type: 'circle', draw: allToAllPlaces },
  { type: 'free', draw: layeredPlaces },
  { type: 'circle', draw: circlePlaces },
];

/**
 * The layout of a chip without coordinates (rules MAP-15 to MAP-19). It is the same for every order of qubits and couplings, and no
 * two qubits share a position.
 */
export function mapLayout(qids: readonly string[], couplings: readonly (readonly [string, string])[]): MapLayout {
  if (qids.length > MOST_QUBITS || couplings.length > MOST_COUPLINGS)
    return { layoutType: 'list', qubits: inRows([...qids].sort(compareQids)) };
  const known = knownLayout(qids, couplings);
  if (known) return known;
  const graph = graphOf(qids, couplings);
  const parts = partsOf(graph);
  const blocks: Block[] = [];
  for (const part of parts.filter(({ edges }) => edges.length > 0)) {
    const block = drawPart(part);
    if (!block) return { layoutType: 'list', qubits: inRows(graph.qids) };
    blocks.push(block);
  }
  const drawn = blocks.map(({ type }) => type);
  const lone = parts.filter(({ edges }) => edges.length === 0).flatMap((part) => part.qids);
  if (lone.length > 0) blocks.push({ type: undefined, qubits: inRows(lone) });
  const qubits = inOrder(graph.qids, shelved(blocks));
  return { layoutType: commonType(drawn) ?? layoutTypeOf(qubits, couplings), qubits };
}

/**
 * The type of every part that has couplings; undefined if they differ, or if there are several circles, which are not
 * one circle.
 */
function commonType(types: readonly (LayoutType | undefined)[]): LayoutType | undefined {
  const [first, ...others] = types;
  if (first === 'circle' && others.length > 0) return 'free';
  return others.every((type) => type === first) ? first : undefined;
}

/** A part of a chip that is drawn separately. */
interface Block {
  type: LayoutType | undefined;
  qubits: Record<string, Position>;
}

function drawPart(part: Graph): Block | undefined {
  for (const { type, draw } of ways) {
    const places = draw(part);
    if (!places) continue;
    const placed = startingAtZero(places);
    return {
      type,
      qubits: Object.fromEntries(part.qids.map((qid, index) => [qid, placed[index] ?? { row: 0, col: 0 }])),
    };
  }
  return undefined;
}

/** Qubits in their order, in the rows of a square. */
function inRows(qids: readonly string[]): Record<string, Position> {
  const width = Math.ceil(Math.sqrt(qids.length));
  return Object.fromEntries(qids.map((qid, index) => [qid, { row: Math.floor(index / width), col: index % width }]));
}

/** Blocks in shelves, room for a qubit between two, about as wide as high, all at the scale of the coarsest. */
function shelved(blocks: readonly Block[]): Record<string, Position> {
  const units = blocks.map(({ qubits }) => nearestDistance(Object.values(qubits)));
  const unit = Math.max(1, ...units);
  const scaled = blocks.map(({ qubits }, index) => {
    const factor = unit / (units[index] ?? 1);
    const enlarged = Object.entries(qubits).map(([qid, at]): [string, Position] => [
      qid,
      { row: Math.round(at.row * factor), col: Math.round(at.col * factor) },
    ]);
    return { qubits: enlarged, ...extent(enlarged.map(([, at]) => at)) };
  });
  const gap = 2 * unit - 1;
  const area = scaled.reduce((sum, { rows, cols }) => sum + (rows + gap) * (cols + gap), 0);
  const width = Math.max(Math.ceil(Math.sqrt(area)), ...scaled.map(({ cols }) => cols));
  const placed: Record<string, Position> = {};
  let [top, left, height] = [0, 0, 0];
  for (const { qubits, rows, cols } of scaled) {
    if (left > 0 && left + cols > width) [top, left, height] = [top + height + gap, 0, 0];
    for (const [qid, { row, col }] of qubits) placed[qid] = { row: top + row, col: left + col };
    [left, height] = [left + cols + gap, Math.max(height, rows)];
  }
  return placed;
}

const inOrder = (qids: readonly string[], qubits: Record<string, Position>): Record<string, Position> =>
  Object.fromEntries(qids.map((qid) => [qid, qubits[qid] ?? { row: 0, col: 0 }]));
