import { defineEntity, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { taskKeys } from '../../../kernel/store/keys.ts';

/**
 * Marks a result that was excluded or included after days were over whose rows may depend on it. While the mark exists,
 * these rows may be out of date.
 */
export interface UnsettledResultRecord {
  projectId: string;
  chipId: string;
  taskId: string;
  /** Another with each change: who has settled one leaves the mark of a later one alone. */
  token: string;
}

/** Codec of these marks. */
export const unsettledResultEntity = defineEntity<UnsettledResultRecord>({
  name: 'unsettled-result',
  version: 1,
  keys: ({ projectId, chipId, taskId }) => taskKeys.unsettled(projectId, chipId, taskId),
});

type ResultRef = Pick<UnsettledResultRecord, 'projectId' | 'chipId' | 'taskId'>;

export async function getUnsettled(
  db: Database,
  { projectId, chipId, taskId }: ResultRef,
): Promise<Stored<UnsettledResultRecord> | undefined> {
  const item = await getItem(db, taskKeys.unsettled(projectId, chipId, taskId));
  return item && unsettledResultEntity.decode(item);
}

/** The results of a chip whose change is not in its daily rows yet; most often none. */
export async function listUnsettled(
  db: Database,
  { projectId, chipId }: Omit<ResultRef, 'taskId'>,
): Promise<Stored<UnsettledResultRecord>[]> {
  const items = await queryAll(db, taskKeys.allUnsettled(projectId, chipId));
  return items.map((item) => unsettledResultEntity.decode(item));
}
