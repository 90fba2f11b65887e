import { gridSizeOf, neighbourPairs, numbered } from './lattice.ts';
import { QUBITS_PER_MUX } from './muxes.ts';
import type { Position, Topology } from './types.ts';

/** Sizes of the square lattices that QDash's chips have (rule CHIP-9). */
export const SQUARE_LATTICE_SIZES = [16, 64, 144, 256, 1024] as const;

/** Cross-resonance drive: the qubit on the site with an even row + column is the control. */
export const CHECKERBOARD = 'checkerboard_cr';

const MUX_SIDE = 2;

/**
 * A square lattice of 2 x 2 mux blocks (rule CHIP-9): blocks row by row, inside a block 0 = (0,0), 1 = (0,1),
 * 2 = (1,0), 3 = (1,1), so qid = 4 * mux + place. `numQubits` is one of `SQUARE_LATTICE_SIZES`.
 */
export function squareLatticeMux(numQubits: number): Topology {
  const muxesPerRow = Math.sqrt(numQubits) / MUX_SIDE;
  const positions = Array.from({ length: numQubits }, (_, index): Position => {
    const mux = Math.floor(index / QUBITS_PER_MUX);
    const place = index % QUBITS_PER_MUX;
    return {
      row: MUX_SIDE * Math.floor(mux / muxesPerRow) + Math.floor(place / MUX_SIDE),
      col: MUX_SIDE * (mux % muxesPerRow) + (place % MUX_SIDE),
    };
  });
  const qubits = numbered(positions);
  return {
    topologyId: `square-lattice-mux-${numQubits}`,
    name: `Square lattice, ${numQubits} qubits`,
    description: `${numQubits} qubits on a square lattice, read out in muxes of 2 x 2`,
    layoutType: 'grid',
    gridSize: gridSizeOf(qubits),
    numQubits,
    muxSize: QUBITS_PER_MUX,
    directionConvention: CHECKERBOARD,
    qubits,
    couplings: neighbourPairs(qubits),
    directed: false,
  };
}
