import { comparePairs, undirectedCouplingId } from '../../coupling-id.ts';
import { generateTopology } from '../../topology/generate.ts';
import { gridSizeOf, numbered } from '../../topology/lattice.ts';
import { computedLayout, layoutTypeOf } from '../../topology/layout.ts';
import type { Position, Topology } from '../../topology/types.ts';
import type { IbmConfiguration } from './configuration.ts';
import type { IbmCoupling } from './couplings.ts';

const ID_NAME_MAX_LENGTH = 48;

/**
 * The topology of an imported device. Its id is `ibm-<name>-<qubits>`, the name in lower case without the prefixes
 * `ibm_`, `ibmq_` and `fake_`, so that a device keeps its topology over all its imports. Positions: the document's
 * coordinates, moved to begin at 0; where it has none, or two qubits share one, those of the heavy-hexagon lattice
 * with the same edges, else computed ones. `couplings` are those of `readCouplings`.
 */
export function topologyOf(configuration: IbmConfiguration, deviceName: string, couplings: IbmCoupling[]): Topology {
  const { qubitCount } = configuration;
  const pairs = couplings.map(({ pair }) => pair).sort(comparePairs);
  const qubits = fromCoords(configuration.coords) ?? fromLattice(qubitCount, pairs) ?? computed(qubitCount, pairs);
  return {
    topologyId: `ibm-${shortName(deviceName)}-${qubitCount}`,
    name: deviceName,
    description: `Imported from IBM: ${qubitCount} qubits, ${pairs.length} couplings`,
    layoutType: layoutTypeOf(qubits, pairs),
    gridSize: gridSizeOf(qubits),
    numQubits: qubitCount,
    muxSize: null,
    directionConvention: null,
    qubits,
    couplings: pairs,
    directed: couplings.some(({ directed }) => directed),
  };
}

/** True where the document has coordinates that cannot be drawn, because two qubits share a place. */
export function hasSharedCoords({ coords }: IbmConfiguration): boolean {
  return coords !== undefined && new Set(coords.map(String)).size !== coords.length;
}

function shortName(deviceName: string): string {
  const name = deviceName
    .toLowerCase()
    .replace(/^(?:ibmq?|fake)_/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, ID_NAME_MAX_LENGTH)
    .replaceAll(/^-|-$/g, '');
  return name === '' ? 'device' : name;
}

function fromCoords(coords: [number, number][] | undefined): Record<string, Position> | undefined {
  if (!coords || new Set(coords.map(String)).size !== coords.length) return undefined;
  // IBM counts from 1; older drawings begin elsewhere, so the smallest coordinate is the origin.
  const left = coords.reduce((smallest, [x]) => Math.min(smallest, x), Number.POSITIVE_INFINITY);
  const top = coords.reduce((smallest, [, y]) => Math.min(smallest, y), Number.POSITIVE_INFINITY);
  return numbered(coords.map(([x, y]) => ({ row: y - top, col: x - left })));
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
