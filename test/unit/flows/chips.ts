import { couplingId } from '#shared/domain/coupling-id.ts';
import type { ChipLayout } from '#shared/domain/flows/chip-layout.ts';
import { generateTopology } from '#shared/domain/topology/generate.ts';
import { readoutLinesOf, readoutOfTopology } from '#shared/domain/topology/muxes.ts';

/** The layout of a chip of a built-in topology. */
export function layoutOf(topologyId: string, chipId = 'chip'): ChipLayout {
  const topology = generateTopology(topologyId);
  if (!topology) throw new Error(`There is no topology '${topologyId}'`);
  return {
    chipId,
    readoutLines: readoutLinesOf({ size: topology.numQubits, readout: readoutOfTopology(topology) }),
    qids: Object.keys(topology.qubits),
    couplingIds: topology.couplings.map(([a, b]) => couplingId(a, b, topology.directed)),
  };
}
