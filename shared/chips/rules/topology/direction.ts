import { CHECKERBOARD } from './square-lattice.ts';
import type { Topology } from './types.ts';

/**
 * The couplings as [control, target], one pair an edge in the order of `couplings`: by the checkerboard rule if the
 * topology names it and its couplings have no direction of their own (rule CHIP-10; of two neighbours exactly one has
 * an even row + column), else unchanged.
 */
export function controlTargetPairs(topology: Topology): [string, string][] {
  if (topology.directed || topology.directionConvention !== CHECKERBOARD) return topology.couplings;
  return topology.couplings.map(([a, b]) => {
    const position = topology.qubits[a];
    const aIsControl = position !== undefined && (position.row + position.col) % 2 === 0;
    return aIsControl ? [a, b] : [b, a];
  });
}
