import { defineEntity, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import {
  type Database,
  getItem,
  ifAbsent,
  queryAll,
  queryPages,
  writeItem,
} from '../../../kernel/store/dynamodb/database.ts';
import { dayKeys } from '../../../kernel/store/keys.ts';

/**
 * A day on which a chip or one of its targets was changed, or was about to be, until the day is closed (rule DAY-3).
 * The first write of a target on a day first makes sure that this record exists.
 */
export interface OpenChipDayRecord {
  projectId: string;
  chipId: string;
  /** `YYYYMMDD` in the calendar of the service. */
  date: string;
}

export const openChipDayEntity = defineEntity<OpenChipDayRecord>({
  name: 'open-chip-day',
  version: 1,
  keys: ({ projectId, chipId, date }) => ({
    ...dayKeys.open(projectId, chipId, date),
    gsi2pk: dayKeys.openIndex,
    gsi2sk: dayKeys.openSort(projectId, chipId, date),
  }),
  slim: ({ projectId, chipId, date }) => ({ projectId, chipId, date }),
});

/** Marks a day as open unless it is already. */
export async function openChipDay(db: Database, { projectId, chipId, date }: OpenChipDayRecord): Promise<void> {
  if (await getItem(db, dayKeys.open(projectId, chipId, date))) return;
  await writeItem(db, { put: openChipDayEntity.encode({ projectId, chipId, date }, 1), condition: ifAbsent });
}

/** The mark of a day, strongly read. */
export async function getOpenChipDay(
  db: Database,
  { projectId, chipId, date }: OpenChipDayRecord,
): Promise<Stored<OpenChipDayRecord> | undefined> {
  const item = await getItem(db, dayKeys.open(projectId, chipId, date));
  return item && openChipDayEntity.decode(item);
}

/** The open days of a chip, oldest first. */
export async function listOpenDaysOf(
  db: Database,
  { projectId, chipId }: { projectId: string; chipId: string },
): Promise<string[]> {
  const items = await queryAll(db, dayKeys.openDays(projectId, chipId));
  return items.map((item) => openChipDayEntity.decode(item).date);
}

/** The open days of all chips that come before a date, oldest first. Reads an index: may lag behind a write. */
export async function* openChipDayPages(db: Database, before: string): AsyncGenerator<OpenChipDayRecord[]> {
  for await (const page of queryPages(db, { index: 'gsi2', pk: dayKeys.openIndex, through: before }))
    yield page.map((item) => item.slim as OpenChipDayRecord);
}

/** The same, all pages. */
export async function listOpenChipDays(db: Database, before: string): Promise<OpenChipDayRecord[]> {
  const days: OpenChipDayRecord[] = [];
  for await (const page of openChipDayPages(db, before)) days.push(...page);
  return days;
}
