import { comparePairs, undirectedCouplingId } from '../../coupling-id.ts';
import { generateTopology } from '../../topology/generate.ts';
import { numbered } from '../../topology/lattice.ts';
import { computedLayout } from '../../topology/layout.ts';
import type { Position, Topology } from '../../topology/types.ts';
import { fromZero, topologyOfDevice } from '../device-topology.ts';
import type { IbmConfiguration } from './configuration.ts';
import type { IbmCoupling } from './couplings.ts';

/**
 * The topology of an IBM device. Positions: the document's
 * coordinates, moved to begin at 0; where it has none, or two qubits share one, those of the heavy-hexagon lattice
 * with the same edges, else computed ones. `couplings` are those of `readCouplings`.
 */
export function topologyOf(configuration: IbmConfiguration, deviceName: string, couplings: IbmCoupling[]): Topology {
  const { qubitCount } = configuration;
  const pairs = couplings.map(({ pair }) => pair).sort(comparePairs);
  return topologyOfDevice({
    format: 'ibm',
    origin: 'IBM',
    name: deviceName,
    qubits: fromCoords(configuration.coords) ?? fromLattice(qubitCount, pairs) ?? computed(qubitCount, pairs),
    couplings: pairs,
    directed: couplings.some(({ directed }) => directed),
  });
}

/** True where the document has coordinates that cannot be drawn, because two qubits share a place. */
export function hasSharedCoords({ coords }: IbmConfiguration): boolean {
  return coords !== undefined && new Set(coords.map(String)).size !== coords.length;
}

function fromCoords(coords: [number, number][] | undefined): Record<string, Position> | undefined {
  if (!coords || new Set(coords.map(String)).size !== coords.length) return undefined;
  // IBM counts from 1; older drawings begin elsewhere, so the smallest coordinate is the origin.
  return fromZero(numbered(coords.map(([x, y]) => ({ row: y, col: x }))));
}

function fromLattice(qubitCount: number, pairs: [string, string][]): Record<string, Position> | undefined {
  const lattice = generateTopology(`heavy-hex-${qubitCount}`);
  if (!lattice || lattice.couplings.length !== pairs.length) return undefined;
  const edges = new Set(pairs.map(([a, b]) => undirectedCouplingId(a, b)));
  return lattice.couplings.every(([a, b]) => edges.has(undirectedCouplingId(a, b))) ? lattice.qubits : undefined;
}

function computed(qubitCount: number, pairs: [string, string][]): Record<string, Position> {
  const qids = Array.from({ length: qubitCount }, (_, index) => String(index));
  return computedLayout(qids, pairs);
}
