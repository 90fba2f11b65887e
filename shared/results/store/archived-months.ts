import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { archivedMonthKeys, monthOf, systemKeys } from '../../kernel/store/keys.ts';
import { allTasks } from '../../runs/rules/count-tasks.ts';
import { beganAt, type ExecutionRecord } from '../../runs/store/executions.ts';

/** A file with results that were taken out of the table. */
export interface ArchivedPart {
  /** Of its file, within the month. */
  name: string;
  rows: number;
  bytes: number;
  /** Its results are in the file alone: before, and while they are back, in the table as well. */
  isOut?: true | undefined;
}

/** A month of a chip whose task results are kept in files (rule TASK-18). */
export interface ArchivedMonthRecord {
  projectId: string;
  chipId: string;
  /** UTC month `YYYYMM`. */
  month: string;
  /** When its chip was created: a chip of the same id that was made later has none of its results. */
  chipCreatedAt: string;
  /** `archiving`: results are leaving the table; `restoring`: they are coming back; otherwise all have. */
  state: 'archiving' | 'archived' | 'restoring' | 'restored';
  parts: ArchivedPart[];
  /** Sort key of the last result in the chip's list that was looked at; absent once all were. */
  after?: string | undefined;
  /** Since when all of it is archived. */
  archivedAt?: string | undefined;
  /** Until when its results are back, and who asked for them. */
  restoredUntil?: string | undefined;
  restoredBy?: string | undefined;
  /** When the sweep looks at it again; while one works on it, when another may. Absent while it is archived. */
  dueAt?: string | undefined;
}

export const archivedMonthEntity = defineEntity<ArchivedMonthRecord>({
  name: 'archived-month',
  version: 1,
  keys: ({ projectId, chipId, month, dueAt }) => ({
    ...archivedMonthKeys.month(projectId, chipId, month),
    ...(dueAt === undefined ? {} : { gsi2pk: systemKeys.pending, gsi2sk: dueAt }),
  }),
  slim: ({ projectId, chipId, month }) => ({ projectId, chipId, month }),
});

export async function getArchivedMonth(
  db: Database,
  { projectId, chipId, month }: Pick<ArchivedMonthRecord, 'projectId' | 'chipId' | 'month'>,
): Promise<Stored<ArchivedMonthRecord> | undefined> {
  const item = await getItem(db, archivedMonthKeys.month(projectId, chipId, month));
  return item && archivedMonthEntity.decode(item);
}

/** A month, and whether its chip was deleted: another may have its id. */
export interface ListedMonth extends Stored<ArchivedMonthRecord> {
  chipDeleted: boolean;
}

/**
 * Months as they are listed, given the chips that are there. One of a deleted chip moves no more, and is archived as far as it has
 * files; without any there is nothing to list.
 */
export function listedMonths(
  months: readonly Stored<ArchivedMonthRecord>[],
  chips: readonly { chipId: string; createdAt: string }[],
): ListedMonth[] {
  const created = new Map(chips.map(({ chipId, createdAt }) => [chipId, createdAt]));
  return months.flatMap((month): ListedMonth[] => {
    if (created.get(month.chipId) === month.chipCreatedAt) return [{ ...month, chipDeleted: false }];
    return month.parts.length === 0 ? [] : [{ ...month, state: 'archived', chipDeleted: true }];
  });
}

/** The archived months of a project, or of one of its chips, the oldest first within a chip. */
export async function listArchivedMonths(
  db: Database,
  projectId: string,
  chipId?: string,
): Promise<Stored<ArchivedMonthRecord>[]> {
  const range = chipId === undefined ? archivedMonthKeys.all(projectId) : archivedMonthKeys.ofChip(projectId, chipId);
  return (await queryAll(db, range)).map((item) => archivedMonthEntity.decode(item));
}

/** How many results of a run are archived, and the months of their files. */
export interface ArchivedOfRun {
  tasks: number;
  months: string[];
}

/** What of a run is archived (rule TASK-21); reads nothing for a run whose results are all in the table. */
export async function archivedOfRun(db: Database, execution: ExecutionRecord): Promise<ArchivedOfRun> {
  const { projectId, chipId, endAt, archivedTasks = {} } = execution;
  const tasks = allTasks(archivedTasks);
  if (tasks === 0) return { tasks, months: [] };
  const from = beganAt(execution);
  const through = execution.past?.endAt ?? endAt ?? from;
  return { tasks, months: monthNames(await listMonthsInFiles(db, { projectId, chipId }, { from, through })) };
}

/** Whether some of its results are in files alone. */
export const hasResultsOut = ({ parts }: ArchivedMonthRecord): boolean => parts.some(({ isOut }) => isOut);

/** The months of a chip id, within a range of time, of which some results are in files alone (rule TASK-21). */
export async function listMonthsInFiles(
  db: Database,
  { projectId, chipId }: Pick<ArchivedMonthRecord, 'projectId' | 'chipId'>,
  { from, through }: { from?: string | undefined; through?: string | undefined } = {},
): Promise<ArchivedMonthRecord[]> {
  const { pk, prefix } = archivedMonthKeys.ofChip(projectId, chipId);
  const [first, last] = [from ? monthOf(from) : '0', through ? monthOf(through) : '9'];
  if (first > last) return [];
  const range = { pk, from: `${prefix}${first}`, through: `${prefix}${last}~`, consistent: false };
  const months = (await queryAll(db, range)).map((item) => archivedMonthEntity.decode(item));
  return months.filter(hasResultsOut);
}

/** The names of months; of the given chip alone, not of an earlier one of its id (rule CHIP-6). */
export const monthNames = (months: readonly ArchivedMonthRecord[], chip?: { createdAt: string }): string[] =>
  months.filter(({ chipCreatedAt }) => !chip || chip.createdAt === chipCreatedAt).map(({ month }) => month);
