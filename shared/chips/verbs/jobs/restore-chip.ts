import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { addUndoable } from '../../../projects/verbs/audit/entries.ts';
import { type ChipRecord, getKeptChip } from '../../store/chips.ts';
import { getDeletedChip, ifSameDeletion } from '../../store/deleted-chips.ts';

/** What the entry of a deletion keeps. */
interface KeptDeletion {
  chipId: string;
  deletedAt: string;
}

/**
 * Restores a deleted chip as it was: no item of it was touched (rule CHIP-18). One transaction.
 * @throws ServiceError `conflict` once its time is over, its removal has begun, or it was restored or created again.
 */
export function restoreChip(ctx: ProjectContext, { chipId, deletedAt }: KeptDeletion): Promise<void> {
  const { db, projectId } = ctx;
  return retryOnConflict(orRefuse(`Chip '${chipId}'`), async () => {
    const [deleted, chip] = await Promise.all([
      getDeletedChip(db, projectId, chipId),
      getKeptChip(db, projectId, chipId),
    ]);
    if (!chip || deleted?.deletedAt !== deletedAt) throw changedSince(chipId, chip);
    const { createdAt } = chip;
    const now = nowOf(ctx);
    if (deleted.restorableUntil <= now)
      throw conflict(`Chip '${chipId}' could be restored until ${deleted.restorableUntil}`, 'not_undoable');
    const transaction = new Transaction(db)
      .delete(chipKeys.deleted(projectId, chipId), ifSameDeletion(deleted), staleRead)
      .update(
        chipKeys.chip(projectId, chipId),
        revise({ deletingAt: undefined, restorableUntil: undefined }),
        { expression: 'deletingAt = :deleted', values: { ':deleted': deletedAt } },
        staleRead,
      );
    addUndoable(
      transaction,
      ctx,
      { projectId, actor: ctx.actor.user.username },
      { action: 'restore-chip', resource: `chip:${chipId}`, undo: { chipId, createdAt }, at: now },
    );
    await transaction.commit();
  });
}

const changedSince = (chipId: string, chip: ChipRecord | undefined): Error =>
  conflict(
    chip
      ? `Chip '${chipId}' was restored, created again or deleted again since`
      : `Chip '${chipId}' was deleted for good since`,
    'changed_since',
  );
