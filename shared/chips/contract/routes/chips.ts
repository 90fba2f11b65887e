import { editor, type Route, userInProject, viewer } from '../../../api/route.ts';

/** Chips with their topologies, imports and exports, and values that are set. */
export const chipsRoutes = {
  listChips: { method: 'GET', path: '/chips', group: 'chips', ...viewer },
  createChip: { method: 'POST', path: '/chips', group: 'chips', ...editor },
  getChip: { method: 'GET', path: '/chips/{chip_id}', group: 'chips', ...viewer },
  replaceChip: { method: 'PUT', path: '/chips/{chip_id}', group: 'chips', ...editor },
  updateChip: { method: 'PATCH', path: '/chips/{chip_id}', group: 'chips', ...editor },
  deleteChip: { method: 'DELETE', path: '/chips/{chip_id}', group: 'chips', ...editor },
  getChipDeletionImpact: { method: 'GET', path: '/chips/{chip_id}/deletion-impact', group: 'chips', ...viewer },
  listChipMuxes: { method: 'GET', path: '/chips/{chip_id}/muxes', group: 'chips', ...viewer },
  getChipMux: { method: 'GET', path: '/chips/{chip_id}/muxes/{mux_id}', group: 'chips', ...viewer },
  listChipQubits: { method: 'GET', path: '/chips/{chip_id}/qubits', group: 'chips', ...viewer },
  getChipQubit: { method: 'GET', path: '/chips/{chip_id}/qubits/{qid}', group: 'chips', ...viewer },
  listChipCouplings: { method: 'GET', path: '/chips/{chip_id}/couplings', group: 'chips', ...viewer },
  getChipCoupling: { method: 'GET', path: '/chips/{chip_id}/couplings/{coupling_id}', group: 'chips', ...viewer },
  listChipDays: { method: 'GET', path: '/chips/{chip_id}/days', group: 'chips', ...viewer },
  getChipDay: { method: 'GET', path: '/chips/{chip_id}/days/{date}', group: 'chips', ...viewer },
  listQubitDays: { method: 'GET', path: '/chips/{chip_id}/qubits/{qid}/days', group: 'chips', ...viewer },
  listCouplingDays: {
    method: 'GET',
    path: '/chips/{chip_id}/couplings/{coupling_id}/days',
    group: 'chips',
    ...viewer,
  },
  listTopologies: { method: 'GET', path: '/topology/list', group: 'chips', ...userInProject },
  listProjectTopologies: { method: 'GET', path: '/topologies', group: 'chips', ...viewer },
  createTopology: { method: 'POST', path: '/topologies', group: 'chips', ...editor },
  getTopology: { method: 'GET', path: '/topologies/{topology_id}', group: 'chips', ...viewer },
  deleteTopology: { method: 'DELETE', path: '/topologies/{topology_id}', group: 'chips', ...editor },
  getTopologyById: { method: 'GET', path: '/topology/{topology_id}', group: 'chips', ...userInProject },
} as const satisfies Record<string, Route>;
