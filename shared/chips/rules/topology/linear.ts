import { gridSizeOf, neighbourPairs, numbered } from './lattice.ts';
import type { Topology } from './types.ts';

/** A chain of `numQubits` qubits in one row, each coupled to the next. */
export function linearChain(numQubits: number): Topology {
  const qubits = numbered(Array.from({ length: numQubits }, (_, col) => ({ row: 0, col })));
  return {
    topologyId: `linear-${numQubits}`,
    name: `Chain, ${numQubits} qubits`,
    description: `${numQubits} qubits in one row, each coupled to its neighbours`,
    layoutType: 'linear',
    gridSize: gridSizeOf(qubits),
    numQubits,
    muxSize: null,
    directionConvention: null,
    qubits,
    couplings: neighbourPairs(qubits),
    directed: false,
  };
}
