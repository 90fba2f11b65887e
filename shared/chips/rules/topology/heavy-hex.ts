import { gridSizeOf, neighbourPairs, numbered } from './lattice.ts';
import type { Position, Topology } from './types.ts';

/** Sizes of the heavy-hexagon lattices built here: IBM's Falcon, Eagle and first Heron. */
export const HEAVY_HEX_SIZES = [27, 127, 133] as const;

const PROCESSORS: Record<number, string> = { 27: 'Falcon', 127: 'Eagle', 133: 'Heron r1' };

/**
 * The heavy-hexagon lattice of 27 (28 edges), 127 (144) or 133 (150) qubits, with the numbering and the coordinates
 * of the devices themselves. `numQubits` is one of `HEAVY_HEX_SIZES`.
 */
export function heavyHex(numQubits: number): Topology {
  const qubits = numbered(positionsOf(numQubits));
  return {
    topologyId: `heavy-hex-${numQubits}`,
    name: `Heavy hexagon, ${numQubits} qubits`,
    description: `${numQubits} qubits on a heavy-hexagon lattice, as on IBM ${PROCESSORS[numQubits]} processors`,
    layoutType: 'hex',
    gridSize: gridSizeOf(qubits),
    numQubits,
    muxSize: null,
    directionConvention: null,
    qubits,
    couplings: neighbourPairs(qubits),
    directed: false,
  };
}

function positionsOf(numQubits: number): Position[] {
  if (numQubits === 27) return falconPositions();
  // Eagle's first and last row lack one end; Heron's are whole and a last row of bridges hangs below.
  return numQubits === 127 ? rowsAndBridges({ cutCorners: true }) : rowsAndBridges({ cutCorners: false });
}

/** Seven rows of 15 with four bridges between two rows, every second set of bridges two columns further right. */
function rowsAndBridges({ cutCorners }: { cutCorners: boolean }): Position[] {
  const lastRow = 12;
  const positions: Position[] = [];
  for (let row = 0; row <= lastRow; row += 2) {
    const firstCol = cutCorners && row === lastRow ? 1 : 0;
    const lastCol = cutCorners && row === 0 ? 13 : 14;
    for (let col = firstCol; col <= lastCol; col += 1) positions.push({ row, col });
    if (cutCorners && row === lastRow) break;
    for (let bridge = 0; bridge < 4; bridge += 1) {
      positions.push({ row: row + 1, col: 4 * bridge + (row % 4 === 0 ? 0 : 2) });
    }
  }
  return positions;
}

/**
 * Two rows of ten, the lower one column further right, joined by three bridges; two single qubits hang on the outer
 * side of each row. Numbered column by column, downwards.
 */
function falconPositions(): Position[] {
  const sites: Position[] = [];
  for (let col = 0; col < 10; col += 1) sites.push({ row: 1, col }, { row: 3, col: col + 1 });
  for (const col of [1, 5, 9]) sites.push({ row: 2, col });
  for (const col of [3, 7]) sites.push({ row: 0, col }, { row: 4, col });
  return sites.sort((a, b) => a.col - b.col || a.row - b.row);
}
