import { targetEntity } from '#shared/chips/store/chips.ts';
import { orRefuse, retryOnConflict } from '#shared/kernel/store/dynamodb/conflict.ts';
import { type Database, getItem } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys, type TargetRef } from '#shared/kernel/store/keys.ts';
import { listTargetDays, type TargetDayRecord } from '#shared/values/store/days/target-days.ts';
import { listUnsettled } from '#shared/values/store/days/unsettled-results.ts';
import { dayOf } from '#shared/values/verbs/days/target-days.ts';
import { settleRows } from '#shared/values/verbs/projection/settled-days.ts';

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
