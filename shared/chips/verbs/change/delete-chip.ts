import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notInProject } from '../../../kernel/errors.ts';
import { type ChipRecord, getKeptChip } from '../../store/chips.ts';
import { getDeletedChip } from '../../store/deleted-chips.ts';
import { addDeletion, hideChip } from '../jobs/hide-chip.ts';
import { settleJob } from '../jobs/jobs.ts';
import { readChip } from '../read-chip.ts';
import { removeDeletedChip } from './remove-deleted-chip.ts';
import { runJob } from './run-job.ts';

/** How a chip is deleted. */
interface Deletion {
  /** Also with its qubits and couplings. */
  force: boolean;
  /** At once and for good; also a deleted chip that can still be restored. */
  permanent: boolean;
}

/**
 * Deletes a chip. From the first write on, the chip is invisible; its items are kept for a day, in which the deletion can be
 * undone (rule CHIP-18). History (task results, executions, events) stays readable by id (rule CHIP-6).
 * @throws ServiceError `not-found`; `conflict` while it has qubits or couplings and `force` is not given, and while a
 * run is on it, forced or not: cancelling the run comes first.
 */
export async function deleteChip(ctx: ProjectContext, chipId: string, { force, permanent }: Deletion): Promise<void> {
  const deleted = permanent ? await getDeletedChip(ctx.db, ctx.projectId, chipId) : undefined;
  if (deleted) {
    const chip = await getKeptChip(ctx.db, ctx.projectId, chipId);
    if (!chip) throw notInProject('Chip', chipId, ctx.projectId);
    refuseFilled(chip, force);
    await removeDeletedChip(ctx, deleted, {
      begin: (transaction) => addDeletion(transaction, ctx, chipId, { at: nowOf(ctx), restorableUntil: undefined }),
    });
    return;
  }
  const found = await readChip(ctx, chipId);
  // Finishing what a crash left changes the chip.
  const chip = (await settleJob(ctx, found, runJob)) ? await readChip(ctx, chipId) : found;
  refuseFilled(chip, force);
  const hidden = await hideChip(ctx, chip, { permanent });
  if (permanent) await removeDeletedChip(ctx, hidden);
}

function refuseFilled({ chipId, qubitCount, couplingCount }: ChipRecord, force: boolean): void {
  if (!force && qubitCount + couplingCount > 0)
    throw conflict(
      `Chip '${chipId}' has ${qubitCount} qubits and ${couplingCount} couplings; pass force=true to delete them as well`,
      'not_empty',
    );
}
