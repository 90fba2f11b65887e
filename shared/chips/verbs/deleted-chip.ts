import { conflict } from '../../kernel/errors.ts';
import { changedByOthers } from '../../kernel/store/dynamodb/conflict.ts';
import type { Database } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { chipKeys } from '../../kernel/store/keys.ts';
import { type DeletedChipRecord, getDeletedChip } from '../store/deleted-chips.ts';

const deletionText = ({ chipId, deletedBy, deletedAt, restorableUntil }: DeletedChipRecord): string =>
  `Chip '${chipId}' was deleted by '${deletedBy}' on ${deletedAt} and can be restored until ${restorableUntil}`;

/** Lets a transaction fail if a chip of the id was deleted meanwhile and can be restored (rule CHIP-19). */
export function refuseDeletedId(
  transaction: Transaction,
  { projectId, chipId }: { projectId: string; chipId: string },
) {
  transaction.check(chipKeys.deleted(projectId, chipId), { expression: 'attribute_not_exists(pk)' }, () =>
    changedByOthers(`Chip '${chipId}'`, 'deleted'),
  );
}

/**
 * Refuses a change of what belongs to a deleted chip: the chip, once restored, would not know of it.
 * @throws ServiceError `conflict`.
 */
export async function refuseOfDeletedChip(db: Database, projectId: string, chipId: string): Promise<void> {
  const deleted = await getDeletedChip(db, projectId, chipId);
  if (deleted) throw conflict(`${deletionText(deleted)}; undo the deletion first`);
}
