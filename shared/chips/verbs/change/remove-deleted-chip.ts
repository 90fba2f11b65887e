import { type Context, nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { chipJobEntity } from '../../store/chips.ts';
import { type DeletedChipRecord, getDeletedChip, ifSameDeletion } from '../../store/deleted-chips.ts';
import { busy, newJob, settleJob } from '../jobs/jobs.ts';
import { runJob } from './run-job.ts';

/** How a removal begins and ends. */
interface Removal {
  /** Adds to the transaction that begins it. */
  begin?: (transaction: Transaction) => void;
  /** When to leave the rest to the next sweep. */
  until?: Date | undefined;
}

/**
 * Removes a deleted chip for good. It begins with one transaction: the chip can no longer be restored, and its delete job is there,
 * which any process can finish. @returns whether the chip is removed; false if `until` came first.
 * @throws ServiceError `conflict` if it was restored, or another process has begun.
 */
export async function removeDeletedChip(
  ctx: Context,
  deleted: DeletedChipRecord,
  { begin, until }: Removal = {},
): Promise<boolean> {
  const { projectId, chipId, deletedBy: username, restorableUntil } = deleted;
  const conflicting = () => busy(chipId, 'delete');
  const job = newJob(ctx, { projectId, chipId, jobId: 'delete', kind: 'delete', username, create: undefined });
  const transaction = new Transaction(ctx.db)
    .delete(chipKeys.deleted(projectId, chipId), ifSameDeletion(deleted), conflicting)
    .update(
      chipKeys.chip(projectId, chipId),
      revise({ restorableUntil: undefined }),
      { expression: 'restorableUntil = :until', values: { ':until': restorableUntil } },
      conflicting,
    )
    // No process holds it yet.
    .put(chipJobEntity.encode({ ...job, leaseUntil: nowOf(ctx) }, 1), ifAbsent, conflicting);
  begin?.(transaction);
  await transaction.commit();
  return settleJob(ctx, deleted, runJob, { until });
}

/**
 * Removes a deleted chip whose id a new chip is to have: its deletion cannot be undone from then on (rule CHIP-19).
 * @throws ServiceError `conflict` if another process has begun.
 */
export async function freeDeletedId(ctx: ProjectContext, chipId: string): Promise<void> {
  const deleted = await getDeletedChip(ctx.db, ctx.projectId, chipId);
  if (deleted) await removeDeletedChip(ctx, deleted);
}

/** Removes a deleted chip if its time to be restored is over. */
export async function removeIfDue(
  ctx: Context,
  { projectId, chipId }: { projectId: string; chipId: string },
  until: Date,
): Promise<boolean> {
  const deleted = await getDeletedChip(ctx.db, projectId, chipId);
  if (!deleted || deleted.restorableUntil > nowOf(ctx)) return false;
  return removeDeletedChip(ctx, deleted, { until });
}
