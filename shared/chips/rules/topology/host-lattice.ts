import type { Position } from './types.ts';

/** An endless lattice into which the couplings of a chip may fit, every coupling one cell long. */
export interface HostLattice {
  /** The sites next to a site that an edge may lead to. */
  next: (site: Position) => readonly Position[];
  /** A site of each kind: where the first qubit may be. */
  starts: readonly Position[];
}

const right = ({ row, col }: Position): Position => ({ row, col: col + 1 });
const left = ({ row, col }: Position): Position => ({ row, col: col - 1 });
const below = ({ row, col }: Position): Position => ({ row: row + 1, col });
const above = ({ row, col }: Position): Position => ({ row: row - 1, col });

export const squareHost: HostLattice = {
  next: (site) => [right(site), left(site), below(site), above(site)],
  starts: [{ row: 0, col: 0 }],
};

/** Rows of qubits joined by bridges, every second set of bridges two columns further right (as `heavyHex` builds them). */
export const heavyHexHost: HostLattice = {
  next: (site) => {
    if (mod(site.row, 2) === 1) return [above(site), below(site)];
    const place = mod(site.col - (mod(site.row, 4) === 0 ? 0 : 2), 4);
    const sides = [right(site), left(site)];
    if (place === 0) return [...sides, below(site)];
    return place === 2 ? [...sides, above(site)] : sides;
  },
  starts: [
    { row: 0, col: 0 },
    { row: 0, col: 1 },
    { row: 1, col: 0 },
  ],
};

const mod = (value: number, by: number): number => ((value % by) + by) % by;
