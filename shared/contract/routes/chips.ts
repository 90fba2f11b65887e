import { editor, type Route, userInProject, viewer } from './route.ts';

/** Chips with their topologies, imports and exports, and values that are set. */
export const chipsRoutes = {
  listChips: { method: 'GET', path: '/chips', group: 'chips', ...viewer },
  createChip: { method: 'POST', path: '/chips', group: 'chips', ...editor },
  importChip: { method: 'POST', path: '/chips/import', group: 'imports', ...editor },
  previewChipImport: { method: 'POST', path: '/chips/import/preview', group: 'imports', ...editor },
  exportChip: { method: 'GET', path: '/chips/{chip_id}/export', group: 'exports', ...viewer },
  exportChipParameters: {
    method: 'GET',
    path: '/chips/{chip_id}/export/parameters',
    group: 'exports',
    ...viewer,
  },
  getDeviceTopology: { method: 'POST', path: '/device-topology', group: 'exports', ...viewer },
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
  getTopologyById: { method: 'GET', path: '/topology/{topology_id}', group: 'chips', ...userInProject },

  updateCalibrationParameters: { method: 'PATCH', path: '/calibrations/parameters', group: 'calibrations', ...editor },
  importSeedParameters: { method: 'POST', path: '/calibrations/seed-import', group: 'calibrations', ...editor },
  getAvailableSeedParameters: {
    method: 'GET',
    path: '/calibrations/seed-parameters/{chip_id}',
    group: 'calibrations',
    ...viewer,
  },
  getManualEdits: { method: 'GET', path: '/calibrations/manual-edits/{qid}', group: 'calibrations', ...viewer },
} as const satisfies Record<string, Route>;
