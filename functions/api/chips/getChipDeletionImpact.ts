import { chipOperations } from '#shared/contract/operations/chips.ts';
import { deletionImpact } from '#shared/services/chips/deletion-impact.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getChipDeletionImpact = endpoint(chipOperations.getChipDeletionImpact, async ({ ctx, params }) => {
  const { chip, taskResults, qubitDays, couplingDays, chipDays, notes, noteEvents } = await deletionImpact(
    ctx,
    params.chip_id,
  );
  return {
    chip_id: chip.chipId,
    qubits: chip.qubitCount,
    couplings: chip.couplingCount,
    task_results: taskResults,
    qubit_history_snapshots: qubitDays,
    coupling_history_snapshots: couplingDays,
    chip_history_snapshots: chipDays,
    notes,
    note_events: noteEvents,
    cooldowns_referencing: chip.cooldownIds?.length ?? 0,
    can_delete_safely: chip.qubitCount + chip.couplingCount === 0,
  };
});
