import { gridSizeOf, neighbourPairs, numbered } from './lattice.ts';
import type { Topology } from './types.ts';

/** Which couplings a grid of any size has: none, or one between each two neighbours of a row or a column. */
export type GridCouplings = 'none' | 'nearest_neighbour';

/** How the id of a grid ends. */
const endings: Record<GridCouplings, string> = { none: 'uncoupled', nearest_neighbour: 'nearest-neighbour' };

/** The id of the grid of a size (rule CHIP-13). */
export const gridId = (numQubits: number, couplings: GridCouplings): string =>
  `grid-${numQubits}-${endings[couplings]}`;

/** The couplings of the grids whose ids end so; undefined for another ending. */
export const gridCouplingsOf = (ending: string): GridCouplings | undefined =>
  (Object.keys(endings) as GridCouplings[]).find((couplings) => endings[couplings] === ending);

/** A grid of `numQubits` qubits, numbered row by row, as square as possible: the last row may be short (rule CHIP-13). */
export function grid(numQubits: number, kind: GridCouplings): Topology {
  const columns = Math.ceil(Math.sqrt(numQubits));
  const qubits = numbered(
    Array.from({ length: numQubits }, (_, index) => ({ row: Math.floor(index / columns), col: index % columns })),
  );
  const rows = Math.ceil(numQubits / columns);
  return {
    topologyId: gridId(numQubits, kind),
    name: `Grid, ${numQubits} qubits, ${kind === 'none' ? 'no couplings' : 'nearest neighbours'}`,
    description: `${numQubits} qubits in ${rows} rows of up to ${columns}, ${
      kind === 'none' ? 'without couplings' : 'each coupled to its neighbours'
    }`,
    layoutType: 'grid',
    gridSize: gridSizeOf(qubits),
    numQubits,
    muxSize: null,
    directionConvention: null,
    qubits,
    couplings: kind === 'none' ? [] : neighbourPairs(qubits),
    directed: false,
  };
}
