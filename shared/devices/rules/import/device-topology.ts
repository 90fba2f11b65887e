import { gridSizeOf } from '../../../chips/rules/topology/lattice.ts';
import { mapLayout } from '../../../chips/rules/topology/layout.ts';
import { layoutTypeOf } from '../../../chips/rules/topology/layout-type.ts';
import type { Position, Topology } from '../../../chips/rules/topology/types.ts';

const ID_NAME_MAX_LENGTH = 48;

/** An imported device, as its topology needs it. */
export interface DeviceLayout {
  /** As the id begins, such as `ibm`. */
  format: string;
  /** Where the documents come from, as a person reads it. */
  origin: string;
  name: string;
  qids: readonly string[];
  /** Where its documents put the qubits; undefined where they do not say it, and the couplings decide. */
  positions: Record<string, Position> | undefined;
  /** In the order of all lists of couplings. */
  couplings: [string, string][];
  directed: boolean;
}

/**
 * The topology of an imported device. Its id is `<format>-<name>-<qubits>`, the name in lower case without the prefixes
 * `ibm_`, `ibmq_` and `fake_`, so that a device keeps its topology over all its imports.
 */
export function topologyOfDevice({
  format,
  origin,
  name,
  qids,
  positions,
  couplings,
  directed,
}: DeviceLayout): Topology {
  const { layoutType, qubits } = positions
    ? { layoutType: layoutTypeOf(positions, couplings), qubits: positions }
    : mapLayout(qids, couplings);
  const numQubits = Object.keys(qubits).length;
  return {
    topologyId: `${format}-${shortName(name)}-${numQubits}`,
    name,
    description: `Imported from ${origin}: ${numQubits} qubits, ${couplings.length} couplings`,
    layoutType,
    gridSize: gridSizeOf(qubits),
    numQubits,
    muxSize: null,
    directionConvention: null,
    qubits,
    couplings,
    directed,
  };
}

/** Positions moved so that both rows and columns begin at 0. */
export function fromZero(qubits: Record<string, Position>): Record<string, Position> {
  const positions = Object.values(qubits);
  const [row, col] = [Math.min(...positions.map((at) => at.row)), Math.min(...positions.map((at) => at.col))];
  return Object.fromEntries(Object.entries(qubits).map(([qid, at]) => [qid, { row: at.row - row, col: at.col - col }]));
}

/** True if two qubits have the same position. */
export function haveSharedPosition(qubits: Record<string, Position>): boolean {
  const positions = Object.values(qubits);
  return new Set(positions.map(({ row, col }) => `${row},${col}`)).size < positions.length;
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
