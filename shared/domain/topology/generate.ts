import { HEAVY_HEX_SIZES, heavyHex } from './heavy-hex.ts';
import { linearChain } from './linear.ts';
import { SQUARE_LATTICE_SIZES, squareLatticeMux } from './square-lattice.ts';
import type { Topology } from './types.ts';

const ID = /^(square-lattice-mux|linear|heavy-hex)-([1-9]\d{0,3})$/;
const LINEAR_MIN_QUBITS = 2;
const LINEAR_MAX_QUBITS = 1024;
const LISTED_CHAINS = [5, 8, 16, 32, 64];

/** One line of the list of topologies. */
export type TopologySummary = { id: string; name: string; numQubits: number };

/**
 * The topology of an id, or undefined for an unknown one: `square-lattice-mux-<n>` for n = 16, 64, 144, 256, 1024,
 * `linear-<n>` for n = 2 to 1024, `heavy-hex-<n>` for n = 27, 127, 133 (rule CHIP-8).
 */
export function generateTopology(id: string): Topology | undefined {
  const match = ID.exec(id);
  const family = match?.[1];
  const size = Number(match?.[2]);
  if (family === 'square-lattice-mux' && isOneOf(SQUARE_LATTICE_SIZES, size)) return squareLatticeMux(size);
  if (family === 'heavy-hex' && isOneOf(HEAVY_HEX_SIZES, size)) return heavyHex(size);
  if (family === 'linear' && size >= LINEAR_MIN_QUBITS && size <= LINEAR_MAX_QUBITS) return linearChain(size);
  return undefined;
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
  return topologies.map(({ topologyId, name, numQubits }) => ({ id: topologyId, name, numQubits }));
}

function isOneOf(sizes: readonly number[], size: number): boolean {
  return sizes.includes(size);
}
