import { TASK_STATUSES, type TaskStatus } from '../domain/runs/statuses.ts';
import { defineEntity, type Item, type Stored } from './codec.ts';
import { type Database, getItem } from './database.ts';
import { chipKeys, type Key } from './keys.ts';

/** Task results of a chip by status, and all of them: totals without counting (design 4, Chip statistics). */
export interface ChipStatisticsRecord extends Partial<Record<TaskStatus, number>> {
  projectId: string;
  chipId: string;
  taskResults: number;
}

/** Codec of chip statistics. */
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
): { key: Key; update: { expression: string; names: Record<string, string>; values: Item } } {
  const identity = chipStatisticsEntity.encode({ projectId, chipId, taskResults: 0 }, 0);
  for (const counted of ['pk', 'sk', 'rev', 'taskResults']) delete identity[counted];
  const names: Record<string, string> = { '#rev': 'rev', '#all': 'taskResults' };
  const values: Item = { ':one': 1, ':all': 0 };
  const adds = ['#rev :one', '#all :all'];
  for (const [status, change] of changedCounts(changes)) {
    names[`#${status}`] = status;
    values[`:${status}`] = change;
    values[':all'] = Number(values[':all']) + change;
    adds.push(`#${status} :${status}`);
  }
  const sets = Object.entries(identity).map(([name, value], n) => {
    names[`#i${n}`] = name;
    values[`:i${n}`] = value;
    return `#i${n} = :i${n}`;
  });
  return {
    key: chipKeys.statistics(projectId, chipId),
    update: { expression: `SET ${sets.join(', ')} ADD ${adds.join(', ')}`, names, values },
  };
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
