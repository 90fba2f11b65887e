import type { Topology } from '../../../ui/lib/api/wire.ts';

/** Why a chip cannot change from one topology to another on its page: other qubits would be added to its own, and none goes. */
export function problemOfTopology(own: Topology, other: Topology): string | undefined {
  const lacking = Object.keys(own.qubits).find((qid) => !Object.hasOwn(other.qubits, qid));
  return lacking === undefined ? undefined : `It has other qubits than the chip: none of its is '${lacking}'`;
}
