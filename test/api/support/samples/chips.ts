import type { routes } from '#shared/api/routes.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import type { SamplesOf } from './sample.ts';

export const chipsSamples = {
  listChips: () => ({}),
  createChip: ({ fresh }) => ({ body: { chip_id: fresh, topology_id: 'linear-2' } }),
  importChip: ({ fresh }) => ({ body: { format: 'ibm', chip_id: fresh, documents: oldDevice() } }),
  previewChipImport: ({ fresh }) => ({ body: { format: 'ibm', chip_id: fresh, documents: oldDevice() } }),
  exportChip: ({ chipId }) => ({ params: { chip_id: chipId } }),
  exportChipParameters: ({ chipId }) => ({ params: { chip_id: chipId }, query: { format: 'quam' } }),
  getDeviceTopology: ({ chipId }) => ({ body: { chip_id: chipId } }),
  getChip: ({ chipId }) => ({ params: { chip_id: chipId } }),
  replaceChip: ({ chipId, fresh }) => ({ params: { chip_id: chipId }, body: { size: 4, note: fresh } }),
  updateChip: ({ chipId, fresh }) => ({ params: { chip_id: chipId }, body: { note: fresh } }),
  deleteChip: ({ chipId }) => ({ params: { chip_id: chipId }, query: { force: true } }),
  getChipDeletionImpact: ({ chipId }) => ({ params: { chip_id: chipId } }),
  listChipMuxes: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipMux: ({ chipId }) => ({ params: { chip_id: chipId, mux_id: 0 } }),
  listChipQubits: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipQubit: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  listChipCouplings: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipCoupling: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  listChipDays: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipDay: ({ chipId, today }) => ({ params: { chip_id: chipId, date: today } }),
  listQubitDays: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  listCouplingDays: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  listTopologies: () => ({}),
  getTopologyById: () => ({ params: { topology_id: 'linear-2' } }),
  listProjectTopologies: () => ({}),
  createTopology: ({ fresh }) => ({ body: { id: fresh, couplings: ['0-1'] } }),
  getTopology: () => ({ params: { topology_id: 'linear-2' } }),
  deleteTopology: ({ fresh }) => ({ params: { topology_id: fresh } }),
  updateCalibrationParameters: ({ chipId }) => ({
    body: { chip_id: chipId, qid: '0', parameters: { t1: { value: 41.5 } } },
  }),
  getManualEdits: () => ({ params: { qid: 0 } }),
  importSeedParameters: ({ chipId }) => ({
    body: { chip_id: chipId, source: 'manual', manual_data: { t1: { Q00: { value: 31, unit: 'us' } } } },
  }),
  getAvailableSeedParameters: ({ chipId }) => ({ params: { chip_id: chipId } }),
} satisfies Partial<SamplesOf<typeof routes>>;
