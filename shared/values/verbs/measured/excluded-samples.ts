import type { ChipRecord } from '../../../chips/store/chips.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Database, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { sampleKeys, utcDayOf } from '../../../kernel/store/keys.ts';
import type { TaskResultRecord } from '../../../results/store/task-results.ts';
import { openDay, openDayKey, openSpanEntity } from '../../store/open-spans.ts';
import { taskSamplesEntity } from '../../store/task-samples.ts';
import { taskSamplesOf } from './samples-of-task.ts';

/**
 * Adds to a transaction whether the samples of a result count, for the revision that is written; and that the roll-ups
 * of their day have to be made again. A result of an earlier chip has none.
 */
export async function addExcludedSamples(
  db: Database,
  transaction: Transaction,
  chip: ChipRecord | undefined,
  after: TaskResultRecord,
  rev: number,
): Promise<void> {
  const samples = taskSamplesOf(after);
  if (!samples || !chip || after.createdAt < chip.createdAt) return;
  const ref = { projectId: after.projectId, chipId: after.chipId, day: utcDayOf(samples.at) };
  const [item, mark] = await batchGetItems(db, [
    sampleKeys.ofTask(ref.projectId, ref.chipId, samples),
    openDayKey(ref),
  ]);
  if (!item) return;
  transaction.put(taskSamplesEntity.encode(samples, rev), ifRevision(taskSamplesEntity.decode(item).rev), staleRead);
  const measured = Object.keys(samples.values).map((metric) => ({ metric, at: samples.at }));
  openDay(transaction, mark && openSpanEntity.decode(mark), ref, measured, staleRead);
}
