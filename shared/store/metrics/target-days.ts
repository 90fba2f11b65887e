import type { TargetRecord } from '../chips/chips.ts';
import { defineEntity, type Stored } from '../dynamodb/codec.ts';
import { type Database, queryAll } from '../dynamodb/database.ts';
import { type TargetRef, taskKeys } from '../keys.ts';

/**
 * A qubit or coupling as a day left it (rule QDASH-19), but for results that were excluded or included since. One
 * without values has lost them to an exclusion.
 */
export interface TargetDayRecord
  extends Pick<TargetRecord, 'projectId' | 'chipId' | 'username' | 'status' | 'data' | 'faulty' | 'cooldownId'> {
  target: TargetRef;
  /** `YYYYMMDD` in the calendar of the service. */
  date: string;
  /** When this state was written: the last one of the day wins. */
  stateAt: string;
  /** How often it was made again after a result was excluded or included; absent for never. */
  settled?: number | undefined;
}

/** Codec of daily rows; those of one day and chip, its snapshot, are together on gsi1. */
export const targetDayEntity = defineEntity<TargetDayRecord>({
  name: 'target-day',
  version: 1,
  keys: ({ projectId, chipId, target, date }) => ({
    ...taskKeys.day(projectId, chipId, target, date),
    gsi1pk: taskKeys.days(projectId, chipId, date),
    gsi1sk: taskKeys.daysSort(target),
  }),
});

/** The daily rows of a qubit or coupling from a day on. */
export async function listTargetDays(
  db: Database,
  ref: { projectId: string; chipId: string; target: TargetRef },
  from: string,
): Promise<Stored<TargetDayRecord>[]> {
  const { pk } = taskKeys.daysOf(ref.projectId, ref.chipId, ref.target);
  const items = await queryAll(db, { pk, from });
  return items.map((item) => targetDayEntity.decode(item));
}
