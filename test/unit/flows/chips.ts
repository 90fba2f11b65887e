import { couplingId } from '#shared/chips/rules/coupling-id.ts';
import { generateTopology } from '#shared/chips/rules/topology/generate.ts';
import { readoutLinesOf, readoutOfTopology } from '#shared/chips/rules/topology/muxes.ts';
import type { ChipLayout } from '#shared/flows/rules/chip-layout.ts';

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
