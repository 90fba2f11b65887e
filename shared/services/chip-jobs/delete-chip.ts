import type { ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { chipEntity, chipJobEntity } from '../../store/chips/chips.ts';
import { ifAbsent, ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { readChip } from '../chips/read-chip.ts';
import { runDelete } from './delete-job.ts';
import { busy, newJob, refuseDuringRun, settleJob } from './jobs.ts';
import { runJob } from './run-job.ts';
/**
 * Deletes a chip. With `force`, everything that belongs to it is deleted too; history (task results, executions,
 * events) stays readable by id (rule CHIP-6). From the first write on, the chip is invisible.
 * @throws ServiceError `not-found`; `conflict` while it has qubits or couplings and `force` is not given, and while a
 * run is on it, forced or not: cancelling the run comes first.
 */
export async function deleteChip(ctx: ProjectContext, chipId: string, force: boolean): Promise<void> {
  const { projectId } = ctx;
  const found = await readChip(ctx, chipId);
  // Finishing what a crash left changes the chip.
  const { rev, ...chip } = (await settleJob(ctx, found, runJob)) ? await readChip(ctx, chipId) : found;
  if (!force && chip.qubitCount + chip.couplingCount > 0)
    throw conflict(
      `Chip '${chipId}' has ${chip.qubitCount} qubits and ${chip.couplingCount} couplings; pass force=true to delete them as well`,
      'not_empty',
    );
  const { username } = ctx.actor.user;
  const job = newJob(ctx, { projectId, chipId, jobId: 'delete', kind: 'delete', username, create: undefined });
  const transaction = new Transaction(ctx.db)
    .put(chipEntity.encode({ ...chip, deletingAt: nowOf(ctx) }, rev + 1), ifRevision(rev), () => busy(chipId))
    .put(chipJobEntity.encode(job, 1), ifAbsent, () => busy(chipId));
  refuseDuringRun(transaction, chip);
  await transaction.commit();
  await runDelete(ctx, { ...job, rev: 1 });
}
