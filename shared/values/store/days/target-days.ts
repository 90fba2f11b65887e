import type { TargetRecord } from '../../../chips/store/chips.ts';
import { withStoredTarget } from '../../../chips/store/stored-targets.ts';
import { defineEntity, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type Database, queryAll, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { type TargetRef, taskKeys } from '../../../kernel/store/keys.ts';

/**
 * A qubit or coupling as a day left it (rule QDASH-19), but for results that were excluded or included since. One
 * without values has lost them to an exclusion.
 */
export interface TargetDayRecord
  extends Pick<TargetRecord, 'projectId' | 'chipId' | 'username' | 'status' | 'data' | 'faulty' | 'cooldownId'> {
  target: TargetRef;
  /** `YYYYMMDD` in the calendar of the service. */
  date: string;
  /** When the target was created; absent on rows of earlier versions. */
  createdAt?: string | undefined;
  /** When this state was written: the last one of the day wins. */
  stateAt: string;
  /** How often it was made again after a result was excluded or included; absent for never. */
  settled?: number | undefined;
}

/** Codec of daily rows. */
export const targetDayEntity = withStoredTarget(
  defineEntity<TargetDayRecord>({
    name: 'target-day',
    version: 2,
    keys: ({ projectId, chipId, target, date }) => taskKeys.day(projectId, chipId, target, date),
    deflated: ['username', 'status', 'data', 'faulty', 'cooldownId', 'createdAt'],
    // Of version 1 each field is an attribute of its own, and all of the row is on gsi1 as well.
    released: {
      version: 1,
      indexKeys: ({ projectId, chipId, target, date }) => taskKeys.dayOnIndex(projectId, chipId, target, date),
    },
    upgrades: { 1: (old) => old },
  }),
);

/** The newest daily row of a qubit or coupling that is not later than a day. */
export async function findTargetDay(
  db: Database,
  ref: { projectId: string; chipId: string; target: TargetRef },
  through: string,
): Promise<Stored<TargetDayRecord> | undefined> {
  const { pk } = taskKeys.daysOf(ref.projectId, ref.chipId, ref.target);
  const [item] = (await queryPage(db, { pk, through, descending: true }, { limit: 1 })).items;
  return item && targetDayEntity.decode(item);
}

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
