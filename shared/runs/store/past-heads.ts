import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryPage } from '../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { type IndexedList, listsOf } from '../../kernel/store/list-heads.ts';
import type { ExecutionStatus } from '../rules/statuses.ts';
import { decodeSummary, type ExecutionRecord, executionEntity } from './executions.ts';

/**
 * The last change that runs of the past made to a list of executions. Such a run may be anywhere in the list, so its
 * newest entry does not tell whether the index is behind (rule READ-6). It is not on the index: an earlier version would
 * take it for an execution.
 */
interface PastHeadRecord {
  projectId: string;
  /** The partition of the list on its index. */
  partition: string;
  /** The sort key of the run on the index. */
  sort: string;
  /** Its status in the list; absent if it has left the list. */
  status?: ExecutionStatus | undefined;
  writtenAt: string;
}

export const pastHeadEntity = defineEntity<PastHeadRecord>({
  name: 'past-head',
  version: 1,
  keys: ({ projectId, partition }) => runKeys.pastHead(projectId, partition),
});

/** Says, in the transaction that writes a run of the past, in which lists it is and which it leaves. */
export function addPastHeads(
  transaction: Transaction,
  at: string,
  before: ExecutionRecord | undefined,
  after: ExecutionRecord,
): void {
  const { projectId, status } = after;
  const sort = executionEntity.keys(after).sk;
  const head = { projectId, sort, writtenAt: at };
  const present = listsOf(executionEntity.keys(after));
  const left = before ? listsOf(executionEntity.keys(before)) : [];
  for (const { pk: partition } of left.filter(({ pk }) => !present.some((one) => one.pk === pk)))
    transaction.put(pastHeadEntity.encode({ ...head, partition }, 1));
  for (const { pk: partition } of present) transaction.put(pastHeadEntity.encode({ ...head, partition, status }, 1));
}

/** Whether an index shows the last change of a run of the past in a list; undefined if there was none. */
export async function readPastHead(
  db: Database,
  projectId: string,
  { index, pk }: IndexedList,
): Promise<{ isShown: boolean; writtenAt: string } | undefined> {
  const item = await getItem(db, runKeys.pastHead(projectId, pk));
  if (!item) return undefined;
  const { sort, status, writtenAt } = pastHeadEntity.decode(item);
  const [row] = (await queryPage(db, { index, pk, from: sort, through: sort }, { limit: 1 })).items;
  return { isShown: (row && decodeSummary(row).status) === status, writtenAt };
}
