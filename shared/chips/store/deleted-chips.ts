import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys, systemKeys } from '../../kernel/store/keys.ts';

/**
 * A deleted chip that can be restored (rule CHIP-18). The sweep finds it at its time and removes the chip; until then its id is
 * taken.
 */
export interface DeletedChipRecord {
  projectId: string;
  chipId: string;
  deletedAt: string;
  deletedBy: string;
  restorableUntil: string;
  /** The audit entry of the deletion. */
  auditId: string;
}

export const deletedChipEntity = defineEntity<DeletedChipRecord>({
  name: 'deleted-chip',
  version: 1,
  keys: ({ projectId, chipId, restorableUntil }) => ({
    ...chipKeys.deleted(projectId, chipId),
    gsi2pk: systemKeys.pending,
    gsi2sk: restorableUntil,
  }),
  slim: ({ projectId, chipId }) => ({ projectId, chipId }),
});

export async function getDeletedChip(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<DeletedChipRecord> | undefined> {
  const item = await getItem(db, chipKeys.deleted(projectId, chipId));
  return item && deletedChipEntity.decode(item);
}

/** The ids of the deleted chips of a project that can be restored. */
export async function listDeletedChipIds(db: Database, projectId: string): Promise<ReadonlySet<string>> {
  const items = await queryAll(db, chipKeys.allDeleted(projectId));
  return new Set(items.map((item) => deletedChipEntity.decode(item).chipId));
}

/** The chip is still deleted by the same deletion. */
export const ifSameDeletion = ({ auditId }: DeletedChipRecord): Condition => ({
  expression: 'auditId = :entry',
  values: { ':entry': auditId },
});
