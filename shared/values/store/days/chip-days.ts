import { isElementKind, type LatticeKind } from '../../../chips/rules/target-kinds.ts';
import type { ChipState } from '../../../chips/store/chips.ts';
import { defineEntity, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type Database, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { dayKeys, storedTarget, type TargetRef, targetOfStored } from '../../../kernel/store/keys.ts';

/** A chip as a day left it (rule DAY-1), without its targets. */
export interface ChipDayRecord extends ChipState {
  projectId: string;
  chipId: string;
  /** `YYYYMMDD` in the calendar of the service. */
  date: string;
  createdAt: string;
}

export const chipDayEntity = defineEntity<ChipDayRecord>({
  name: 'chip-day',
  version: 1,
  keys: ({ projectId, chipId, date }) => dayKeys.chipDay(projectId, chipId, date),
});

/** The targets of a chip at the end of a day, each with the day of the row that has its state. */
export interface ChipDirectoryRecord {
  projectId: string;
  chipId: string;
  date: string;
  /** By the day of their rows, `''` for those that never had a value: their ids. */
  qubits: Record<string, string[]>;
  couplings: Record<string, string[]>;
  /** Elements as they are stored; absent in a chip without any. */
  elements?: Record<string, string[]> | undefined;
}

export const chipDirectoryEntity = defineEntity<ChipDirectoryRecord>({
  name: 'chip-directory',
  version: 1,
  keys: ({ projectId, chipId, date }) => dayKeys.directory(projectId, chipId, date),
  deflated: ['qubits', 'couplings', 'elements'],
});

/** A target, and the day of the row that has its state; `''` for one that never had a value. */
export type DirectoryEntry = TargetRef & { date: string };

/** The entries of a directory, qubits first. */
export function directoryEntries({ qubits, couplings, elements = {} }: ChipDirectoryRecord): DirectoryEntry[] {
  const of = (kind: LatticeKind, days: Record<string, string[]>) =>
    Object.entries(days).flatMap(([date, ids]) => ids.map((id) => ({ ...targetOfStored({ kind, id }), date })));
  return [...of('qubit', qubits), ...of('coupling', couplings), ...of('coupling', elements)];
}

/** A directory of entries; equal entries make equal directories. */
export function directoryOf(
  ref: Pick<ChipDirectoryRecord, 'projectId' | 'chipId' | 'date'>,
  entries: readonly DirectoryEntry[],
): ChipDirectoryRecord {
  const group = (isOfGroup: (kind: TargetRef['kind']) => boolean) => {
    const days = new Map<string, string[]>();
    for (const entry of entries.filter(({ kind }) => isOfGroup(kind)))
      days.set(entry.date, [...(days.get(entry.date) ?? []), storedTarget(entry).id]);
    return Object.fromEntries([...days].sort(([a], [b]) => a.localeCompare(b)));
  };
  return {
    ...ref,
    qubits: group((kind) => kind === 'qubit'),
    couplings: group((kind) => kind === 'coupling'),
    ...(entries.some(({ kind }) => isElementKind(kind)) ? { elements: group(isElementKind) } : {}),
  };
}

type ChipRef = { projectId: string; chipId: string };

/** The newest directory of a chip that is not later than a day. */
export async function findDirectory(
  db: Database,
  { projectId, chipId }: ChipRef,
  through: string,
): Promise<Stored<ChipDirectoryRecord> | undefined> {
  const { pk } = dayKeys.all(projectId, chipId);
  const range = { pk, from: dayKeys.directorySort('0'), through: dayKeys.directorySort(through) };
  const [item] = (await queryPage(db, { ...range, descending: true }, { limit: 1 })).items;
  return item && chipDirectoryEntity.decode(item);
}

/** The newest row of a chip that is not later than a day. */
export async function findChipDay(
  db: Database,
  { projectId, chipId }: ChipRef,
  through: string,
): Promise<Stored<ChipDayRecord> | undefined> {
  const { pk } = dayKeys.all(projectId, chipId);
  const range = { pk, from: dayKeys.chipDaySort('0'), through: dayKeys.chipDaySort(through) };
  const [item] = (await queryPage(db, { ...range, descending: true }, { limit: 1 })).items;
  return item && chipDayEntity.decode(item);
}

/** The oldest row of a chip from a day on. */
export async function findChipDayFrom(
  db: Database,
  { projectId, chipId }: ChipRef,
  from: string,
): Promise<Stored<ChipDayRecord> | undefined> {
  const { pk } = dayKeys.all(projectId, chipId);
  const range = { pk, from: dayKeys.chipDaySort(from), through: dayKeys.chipDaySort('~') };
  const [item] = (await queryPage(db, range, { limit: 1 })).items;
  return item && chipDayEntity.decode(item);
}
