import type { Topology } from '#shared/chips/rules/topology/types.ts';
import type { Topology as WireTopology } from '../../../../web/ui/lib/api/wire.ts';

/** A domain topology in the shape that the API answers, as far as drawing needs it. */
export const wireTopology = (topology: Topology): WireTopology => ({
  id: topology.topologyId,
  name: topology.name,
  description: topology.description,
  layout_type: topology.layoutType,
  grid_size: topology.gridSize,
  num_qubits: topology.numQubits,
  direction_convention: topology.directionConvention,
  mux: { enabled: topology.muxSize !== null, size: 2 },
  qubits: topology.qubits,
  couplings: topology.couplings,
  visualization: { show_mux_boundaries: false, region_size: 4 },
  directed: topology.directed,
  readout_lines: null,
  deleted_at: null,
});
