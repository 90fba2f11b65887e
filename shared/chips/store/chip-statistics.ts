import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { type UpdateExpression, updateOf } from '../../kernel/store/dynamodb/update.ts';
import { chipKeys, type Key, listHeadKeys, taskKeys } from '../../kernel/store/keys.ts';
import { TASK_STATUSES, type TaskStatus } from '../../runs/rules/statuses.ts';
import type { LatticeKind } from '../rules/target-kinds.ts';

/**
 * Task results of a chip by status, and all of them, and its daily rows: totals without counting
 * (docs/design/storage.md#chip-statistics).
 */
export interface ChipStatisticsRecord extends Partial<Record<TaskStatus, number>> {
  projectId: string;
  chipId: string;
  taskResults: number;
  /** Task results that were taken out of the table and are archived (rule TASK-18); absent for none. */
  archivedResults?: number;
  /** Daily rows of qubits and of couplings; absent for none. */
  qubitDays?: number;
  couplingDays?: number;
  /** Daily rows of the chip itself; absent for none. */
  chipDays?: number;
  /** When a task result was last written; absent where none was since this is kept. */
  writtenAt?: string;
}

export const chipStatisticsEntity = defineEntity<ChipStatisticsRecord>({
  name: 'chip-statistics',
  version: 1,
  // Among the task results of the chip: the head of their list (rule READ-7).
  keys: ({ projectId, chipId }) => ({
    ...chipKeys.statistics(projectId, chipId),
    gsi4pk: taskKeys.ofChip(projectId, chipId),
    gsi4sk: listHeadKeys.sort,
  }),
  slim: ({ writtenAt }) => (writtenAt === undefined ? {} : { writtenAt }),
  onlyInSlim: ['writtenAt'],
});

/** How many results more (or fewer) there are of each status. */
export type CountChanges = Partial<Record<TaskStatus, number>>;

/** The nonzero changes. */
export const changedCounts = (changes: CountChanges): [TaskStatus, number][] =>
  TASK_STATUSES.flatMap((status) => (changes[status] ? [[status, changes[status]] as [TaskStatus, number]] : []));

/**
 * An update that adds to the statistics of a chip, and creates them if there are none. It also records the time of a
 * write of task results, whether their counts change or not.
 */
export function addToStatistics(
  projectId: string,
  chipId: string,
  changes: CountChanges,
  writtenAt: string,
): StatisticsUpdate {
  const counts = changedCounts(changes);
  const taskResults = counts.reduce((sum, [, change]) => sum + change, 0);
  return adding(projectId, chipId, { ...Object.fromEntries(counts), taskResults }, writtenAt);
}

/** An update for task results that leave the table, or come back to it: none is written, only where they are kept. */
export const moveInStatistics = (projectId: string, chipId: string, changes: CountChanges): StatisticsUpdate => {
  const counts = changedCounts(changes);
  const taskResults = counts.reduce((sum, [, change]) => sum + change, 0);
  return adding(projectId, chipId, { ...Object.fromEntries(counts), taskResults, archivedResults: -taskResults });
};

/**
 * An update that adds daily rows to the statistics of a chip, and creates them if there are none; those of elements
 * count as couplings'.
 */
export const addDaysToStatistics = (
  projectId: string,
  chipId: string,
  days: Record<LatticeKind, number>,
): StatisticsUpdate =>
  adding(projectId, chipId, { taskResults: 0, qubitDays: days.qubit, couplingDays: days.coupling });

/** An update that adds a daily row of the chip itself. */
export const addChipDayToStatistics = (projectId: string, chipId: string): StatisticsUpdate =>
  adding(projectId, chipId, { taskResults: 0, chipDays: 1 });

interface StatisticsUpdate {
  key: Key;
  update: UpdateExpression;
}

function adding(
  projectId: string,
  chipId: string,
  numbers: Record<string, number>,
  writtenAt?: string,
): StatisticsUpdate {
  const empty = chipStatisticsEntity.encode({ projectId, chipId, taskResults: 0, ...(writtenAt && { writtenAt }) }, 0);
  const { pk: _pk, sk: _sk, rev: _rev, taskResults: _taskResults, slim, ...identity } = empty;
  const set = writtenAt === undefined ? identity : { ...identity, slim };
  const update = updateOf({ set, add: { ...numbers, rev: 1 } });
  return { key: chipKeys.statistics(projectId, chipId), update };
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
