import { groupHandler } from '../../http/group.ts';
import { createChip } from './createChip.ts';
import { createTopology } from './createTopology.ts';
import { deleteChip } from './deleteChip.ts';
import { deleteTopology } from './deleteTopology.ts';
import { getChip } from './getChip.ts';
import { getChipDay } from './getChipDay.ts';
import { getChipDeletionImpact } from './getChipDeletionImpact.ts';
import { getChipMux } from './getChipMux.ts';
import { getChipCoupling, getChipQubit } from './getChipTarget.ts';
import { getTopology } from './getTopology.ts';
import { getTopologyById } from './getTopologyById.ts';
import { listChipCouplings } from './listChipCouplings.ts';
import { listChipDays } from './listChipDays.ts';
import { listChipMuxes } from './listChipMuxes.ts';
import { listChipQubits } from './listChipQubits.ts';
import { listChips } from './listChips.ts';
import { listProjectTopologies } from './listProjectTopologies.ts';
import { listCouplingDays, listQubitDays } from './listTargetDays.ts';
import { listTopologies } from './listTopologies.ts';
import { replaceChip } from './replaceChip.ts';
import { updateChip } from './updateChip.ts';

export const handler = groupHandler({
  listChips,
  createChip,
  getChip,
  replaceChip,
  updateChip,
  deleteChip,
  getChipDeletionImpact,
  listChipMuxes,
  getChipMux,
  listChipQubits,
  getChipQubit,
  listChipCouplings,
  getChipCoupling,
  listChipDays,
  getChipDay,
  listQubitDays,
  listCouplingDays,
  listTopologies,
  getTopologyById,
  listProjectTopologies,
  createTopology,
  getTopology,
  deleteTopology,
});
