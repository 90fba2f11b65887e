import type { Context } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type Condition, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import {
  type FiringFacts,
  type FiringRecord,
  firingEntity,
  getFiring,
  getSchedule,
  type ScheduleRecord,
  scheduleEntity,
} from '../../store/schedules.ts';

/** A firing of a schedule. */
export type FiringOf = Pick<FiringRecord, 'projectId' | 'scheduleId' | 'scheduledTime'>;

/** What the table holds of a firing. */
export interface Fired {
  /** Undefined once it is deleted. */
  schedule: Stored<ScheduleRecord> | undefined;
  recorded: FiringRecord | undefined;
}

export async function readFired({ db }: Context, firing: FiringOf): Promise<Fired> {
  const { projectId, scheduleId, scheduledTime } = firing;
  const [schedule, recorded] = await Promise.all([
    getSchedule(db, projectId, scheduleId),
    getFiring(db, projectId, scheduleId, scheduledTime),
  ]);
  return { schedule, recorded };
}

/**
 * Adds the outcome of a firing to a transaction, with the schedule that shows it; a one-time schedule is done with it.
 * @param before the schedule that was read; the transaction fails as `stale` if it was written since.
 * @param isRestated the firing is recorded as started, and its run could not be launched.
 */
export function addFiring(
  transaction: Transaction,
  before: Stored<ScheduleRecord>,
  firing: FiringFacts,
  stale: () => Error,
  isRestated = false,
): void {
  const { rev, ...schedule } = before;
  const { projectId, scheduleId } = schedule;
  transaction
    .put(firingEntity.encode({ projectId, scheduleId, ...firing }, 1), isRestated ? undefined : ifNotStarted, stale)
    .put(scheduleEntity.encode(withFiring(schedule, firing), rev + 1), ifRevision(rev), stale);
}

function withFiring(schedule: ScheduleRecord, firing: FiringFacts): ScheduleRecord {
  const { lastFiring } = schedule;
  const newer = lastFiring === undefined || lastFiring.scheduledTime <= firing.scheduledTime;
  const done = schedule.cron === undefined && schedule.scheduledTime === firing.scheduledTime;
  return {
    ...schedule,
    lastFiring: newer ? firing : lastFiring,
    ...(done ? { active: false, doneAt: firing.at } : {}),
  };
}

/** A started run stays recorded, whatever a concurrent delivery found. */
const ifNotStarted: Condition = {
  expression: 'attribute_not_exists(pk) OR #outcome <> :started',
  names: { '#outcome': 'outcome' },
  values: { ':started': 'started' },
};
