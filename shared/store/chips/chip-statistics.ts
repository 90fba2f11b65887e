import { TASK_STATUSES, type TaskStatus } from '../../domain/runs/statuses.ts';
import { defineEntity, type Stored } from '../dynamodb/codec.ts';
import { type Database, getItem } from '../dynamodb/database.ts';
import { type UpdateExpression, updateOf } from '../dynamodb/update.ts';
import { chipKeys, type Key } from '../keys.ts';

/**
 * Task results of a chip by status, and all of them: totals without counting (docs/design/storage.md#chip-statistics).
 */
export interface ChipStatisticsRecord extends Partial<Record<TaskStatus, number>> {
  projectId: string;
  chipId: string;
  taskResults: number;
}

export const chipStatisticsEntity = defineEntity<ChipStatisticsRecord>({
  name: 'chip-statistics',
  version: 1,
  keys: (statistics) => chipKeys.statistics(statistics.projectId, statistics.chipId),
});

/** How many results more (or fewer) there are of each status. */
export type CountChanges = Partial<Record<TaskStatus, number>>;

/** The changes that are none left out. */
export const changedCounts = (changes: CountChanges): [TaskStatus, number][] =>
  TASK_STATUSES.flatMap((status) => (changes[status] ? [[status, changes[status]] as [TaskStatus, number]] : []));

/** An update that adds to the statistics of a chip, which it creates where there are none. */
export function addToStatistics(
  projectId: string,
  chipId: string,
  changes: CountChanges,
): { key: Key; update: UpdateExpression } {
  const empty = chipStatisticsEntity.encode({ projectId, chipId, taskResults: 0 }, 0);
  const { pk: _pk, sk: _sk, rev: _rev, taskResults: _taskResults, ...identity } = empty;
  const counts = changedCounts(changes);
  const taskResults = counts.reduce((sum, [, change]) => sum + change, 0);
  const add = { ...Object.fromEntries(counts), taskResults, rev: 1 };
  return { key: chipKeys.statistics(projectId, chipId), update: updateOf({ set: identity, add }) };
}

/** Reads the statistics of a chip; undefined before its first task result. */
export async function getStatistics(
  db: Database,
  projectId: string,
  chipId: string,
): Promise<Stored<ChipStatisticsRecord> | undefined> {
  const item = await getItem(db, chipKeys.statistics(projectId, chipId));
  return item && chipStatisticsEntity.decode(item);
}
