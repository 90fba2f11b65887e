import { dayOf } from '#shared/services/days/target-days.ts';
import { settleRows } from '#shared/services/projection/settled-days.ts';
import { targetEntity } from '#shared/store/chips/chips.ts';
import { listTargetDays, type TargetDayRecord } from '#shared/store/days/target-days.ts';
import { listUnsettled } from '#shared/store/days/unsettled-results.ts';
import { orRefuse, retryOnConflict } from '#shared/store/dynamodb/conflict.ts';
import { type Database, getItem } from '#shared/store/dynamodb/database.ts';
import { chipKeys, type TargetRef } from '#shared/store/keys.ts';

type TargetOfChip = { projectId: string; chipId: string; target: TargetRef };

/**
 * The daily history of a qubit or coupling from a day on, oldest first; its last day is the current state. The record
 * is read before the rows: if it moves to another day in between, the row of the day before exists by then.
 */
export async function targetDays(
  db: Database,
  ref: TargetOfChip,
  from: string,
  zone: string,
): Promise<TargetDayRecord[]> {
  const item = await getItem(db, chipKeys.target(ref.projectId, ref.chipId, ref.target));
  const rows = await listTargetDays(db, ref, from);
  const own = item && dayOf(targetEntity.decode(item), zone);
  if (!own) return rows;
  return [...rows.filter(({ date }) => date < own.date), ...(own.date >= from ? [own] : [])];
}

/** The daily history of a qubit or coupling from a day on, oldest first, with exclusions that are not yet settled. */
export const settledTargetDays = (db: Database, ref: TargetOfChip, from: string, zone: string) =>
  retryOnConflict(orRefuse(`The history of chip '${ref.chipId}'`), async () => {
    const marks = await listUnsettled(db, ref);
    return settleRows(db, ref, zone, marks, await targetDays(db, ref, from, zone));
  });
