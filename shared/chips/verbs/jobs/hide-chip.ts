import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../../kernel/store/dynamodb/update.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { RESTORABLE_HOURS } from '../../../projects/rules/undo.ts';
import { addUndoable } from '../../../projects/verbs/audit/entries.ts';
import type { ChipRecord } from '../../store/chips.ts';
import { type DeletedChipRecord, deletedChipEntity } from '../../store/deleted-chips.ts';
import { readChip } from '../read-chip.ts';
import { busy, refuseDuringRun } from './jobs.ts';

/**
 * Marks a chip as deleted, with the record that leads to its removal and the audit entry that undoes it: one transaction. From then on
 * the chip is invisible.
 * @throws ServiceError `conflict` while a job or a run is on the chip, or after another change.
 */
export async function hideChip(
  ctx: ProjectContext,
  chip: Stored<ChipRecord>,
  { permanent }: { permanent: boolean },
): Promise<DeletedChipRecord> {
  const { projectId, chipId, rev } = chip;
  const deletedAt = nowOf(ctx);
  const hours = permanent ? 0 : RESTORABLE_HOURS;
  const restorableUntil = new Date(Date.parse(deletedAt) + hours * 3_600_000).toISOString();
  const transaction = new Transaction(ctx.db);
  const auditId = addDeletion(transaction, ctx, chipId, {
    at: deletedAt,
    restorableUntil: permanent ? undefined : restorableUntil,
  });
  const { username: deletedBy } = ctx.actor.user;
  const deleted: DeletedChipRecord = { projectId, chipId, deletedAt, deletedBy, restorableUntil, auditId };
  const marks = revise({ deletingAt: deletedAt, restorableUntil });
  transaction
    .update(chipKeys.chip(projectId, chipId), marks, ifRevision(rev), () => busy(chipId))
    .put(deletedChipEntity.encode(deleted, 1), ifAbsent, () => busy(chipId))
    .check(chipKeys.job(projectId, chipId), ifAbsent, () => busy(chipId));
  refuseDuringRun(transaction, chip);
  await transaction.commit();
  return deleted;
}

/** Puts the entry of a deletion, which can be undone if there is time for it. Answers its id. */
export const addDeletion = (
  transaction: Transaction,
  ctx: ProjectContext,
  chipId: string,
  { at, restorableUntil }: { at: string; restorableUntil: string | undefined },
): string =>
  addUndoable(
    transaction,
    ctx,
    { projectId: ctx.projectId, actor: ctx.actor.user.username },
    {
      action: 'delete-chip',
      resource: `chip:${chipId}`,
      details: restorableUntil === undefined ? { permanent: true } : { restorable_until: restorableUntil },
      undo: restorableUntil === undefined ? undefined : { chipId, deletedAt: at },
      at,
    },
  );

/** What the entry of a restoration keeps. */
interface KeptRestoration {
  chipId: string;
  createdAt: string;
}

/** Deletes a restored chip again. @throws ServiceError `conflict` if the chip of this id is another one. */
export async function deleteRestored(ctx: ProjectContext, { chipId, createdAt }: KeptRestoration): Promise<void> {
  const chip = await readChip(ctx, chipId);
  if (chip.createdAt !== createdAt)
    throw conflict(`Chip '${chipId}' was created again on ${chip.createdAt}`, 'changed_since');
  await hideChip(ctx, chip, { permanent: false });
}
