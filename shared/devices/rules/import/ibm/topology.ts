import { comparePairs } from '../../../../chips/rules/coupling-id.ts';
import { numbered } from '../../../../chips/rules/topology/lattice.ts';
import type { Position, Topology } from '../../../../chips/rules/topology/types.ts';
import { fromZero, topologyOfDevice } from '../device-topology.ts';
import type { IbmConfiguration } from './configuration.ts';
import type { IbmCoupling } from './couplings.ts';

/**
 * The topology of an IBM device. Its positions are the coordinates of the document, moved to begin at 0; if it has
 * none, or two qubits share one, the couplings decide. `couplings` are those of `readCouplings`.
 */
export function topologyOf(configuration: IbmConfiguration, deviceName: string, couplings: IbmCoupling[]): Topology {
  const { qubitCount } = configuration;
  const pairs = couplings.map(({ pair }) => pair).sort(comparePairs);
  return topologyOfDevice({
    format: 'ibm',
    origin: 'IBM',
    name: deviceName,
    qids: Array.from({ length: qubitCount }, (_, index) => String(index)),
    positions: fromCoords(configuration.coords),
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
