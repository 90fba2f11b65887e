import { undirectedCouplingId } from '../coupling-id.ts';
import { HEAVY_HEX_SIZES, heavyHex } from './heavy-hex.ts';
import { SQUARE_LATTICE_SIZES, squareLatticeMux } from './square-lattice.ts';
import type { LayoutType, Position, Topology } from './types.ts';

/** Share of the qubits, and of the edges, of a built-in topology that a device of its layout has at least. */
const LEAST_SHARE = 0.75;

let builtIn: readonly { topology: Topology; edges: ReadonlySet<string> }[] | undefined;

function knownTopologies() {
  builtIn ??= [...HEAVY_HEX_SIZES.map(heavyHex), ...SQUARE_LATTICE_SIZES.map(squareLatticeMux)].map((topology) => ({
    topology,
    edges: new Set(topology.couplings.map(([a, b]) => undirectedCouplingId(a, b))),
  }));
  return builtIn;
}

/**
 * The layout of the built-in lattice of which a device is a part: it has no qubit and no edge that the lattice has not,
 * and lacks few. Of several, the one with the fewest missing qubits and edges. A chain needs no rule here.
 */
export function knownLayout(
  qids: readonly string[],
  couplings: readonly (readonly [string, string])[],
): { layoutType: LayoutType; qubits: Record<string, Position> } | undefined {
  const ids = [...new Set(couplings.map(([a, b]) => undirectedCouplingId(a, b)))];
  const missing = ({ topology, edges }: { topology: Topology; edges: ReadonlySet<string> }) =>
    topology.numQubits - qids.length + edges.size - ids.length;
  const [best] = knownTopologies()
    .filter(
      ({ topology, edges }) =>
        qids.length <= topology.numQubits &&
        qids.length >= LEAST_SHARE * topology.numQubits &&
        ids.length >= LEAST_SHARE * edges.size &&
        qids.every((qid) => Object.hasOwn(topology.qubits, qid)) &&
        ids.every((id) => edges.has(id)),
    )
    .sort((a, b) => missing(a) - missing(b));
  if (!best) return undefined;
  const { layoutType, qubits } = best.topology;
  const wanted = new Set(qids);
  return { layoutType, qubits: Object.fromEntries(Object.entries(qubits).filter(([qid]) => wanted.has(qid))) };
}
