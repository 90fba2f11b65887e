import { type GridCouplings, grid, gridCouplingsOf, gridId } from './grid.ts';
import { HEAVY_HEX_SIZES, heavyHex } from './heavy-hex.ts';
import { linearChain } from './linear.ts';
import { SQUARE_LATTICE_SIZES, squareLatticeMux } from './square-lattice.ts';
import type { Topology } from './types.ts';

/** Most qubits of a chip. */
export const MAX_QUBITS = 1024;

const ID = /^(square-lattice-mux|linear|heavy-hex|grid)-([1-9]\d{0,3})(?:-([a-z-]+))?$/;
const LINEAR_MIN_QUBITS = 2;
const LISTED_CHAINS = [5, 8, 16, 32, 64];

/** One line of the list of topologies. */
export type TopologySummary = { id: string; name: string; numQubits: number };

/**
 * The topology of an id, or undefined for an unknown one: `square-lattice-mux-<n>` for n = 16, 64, 144, 256, 1024,
 * `linear-<n>` for n = 2 to 1024, `heavy-hex-<n>` for n = 27, 127, 133, and the grids of 1 to 1024 qubits (rules CHIP-8, CHIP-13).
 */
export function generateTopology(id: string): Topology | undefined {
  const match = ID.exec(id);
  const family = match?.[1];
  const size = Number(match?.[2]);
  const ending = match?.[3];
  if (family === 'grid') {
    const couplings = ending === undefined ? undefined : gridCouplingsOf(ending);
    return couplings !== undefined && size <= MAX_QUBITS ? grid(size, couplings) : undefined;
  }
  if (ending !== undefined) return undefined;
  if (family === 'square-lattice-mux' && isOneOf(SQUARE_LATTICE_SIZES, size)) return squareLatticeMux(size);
  if (family === 'heavy-hex' && isOneOf(HEAVY_HEX_SIZES, size)) return heavyHex(size);
  if (family === 'linear' && size >= LINEAR_MIN_QUBITS && size <= MAX_QUBITS) return linearChain(size);
  return undefined;
}

/**
 * The id of the topology of a chip of which only the size is known, and perhaps its couplings: the square lattice of
 * that size if there is one, else a grid. Unnamed couplings are left out: they can be added later, and are never
 * removed (rules CHIP-1, CHIP-4).
 */
export function topologyIdOfSize(size: number, couplings?: GridCouplings): string {
  const lattice = isOneOf(SQUARE_LATTICE_SIZES, size) && couplings !== 'none';
  return lattice ? `square-lattice-mux-${size}` : gridId(size, couplings ?? 'none');
}

/** The generated topologies of one size: those of the list, and the grids. */
export function listGeneratedOfSize(size: number): TopologySummary[] {
  const listed = listGeneratedTopologies().filter(({ numQubits }) => numQubits === size);
  if (size > MAX_QUBITS) return listed;
  const grids = (['none', 'nearest_neighbour'] as const).map((couplings) => summaryOf(grid(size, couplings)));
  return [...listed, ...grids];
}

let summaries: readonly TopologySummary[] | undefined;

/** The generated topologies to choose from; of the chains only the usual lengths. They are made once. */
export function listGeneratedTopologies(): readonly TopologySummary[] {
  summaries ??= generatedSummaries();
  return summaries;
}

function generatedSummaries(): TopologySummary[] {
  const topologies = [
    ...SQUARE_LATTICE_SIZES.map(squareLatticeMux),
    ...LISTED_CHAINS.map(linearChain),
    ...HEAVY_HEX_SIZES.map(heavyHex),
  ];
  return topologies.map(summaryOf);
}

const summaryOf = ({ topologyId, name, numQubits }: Topology): TopologySummary => ({ id: topologyId, name, numQubits });

function isOneOf(sizes: readonly number[], size: number): boolean {
  return sizes.includes(size);
}
