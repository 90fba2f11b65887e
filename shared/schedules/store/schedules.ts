import { defineEntity, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database, getItem, queryAll } from '../../kernel/store/dynamodb/database.ts';
import { scheduleKeys, systemKeys } from '../../kernel/store/keys.ts';
import type { ScheduleState } from '../rules/schedule.ts';

/** The outcome of a firing, and why. */
export interface FiringFacts {
  /** When it was to fire. */
  scheduledTime: string;
  /** When that was decided. */
  at: string;
  outcome: 'started' | 'skipped' | 'failed';
  reason?: 'late' | 'locked' | 'not-a-member' | 'flow' | 'start' | undefined;
  /** The reason as a sentence. */
  message: string;
  /** The run that it started, or the run that was active. */
  executionId?: string | undefined;
}

/** A schedule of a flow (docs/design/domain.md#schedules). The table is authoritative; the scheduler follows. */
export interface ScheduleRecord extends ScheduleState {
  projectId: string;
  scheduleId: string;
  flowName: string;
  /** JSON text: whatever depth and keys a parameter has, DynamoDB could not store all of them as maps. */
  parameters: string;
  /** The user as whom it starts runs. */
  userId: string;
  username: string;
  createdAt: string;
  updatedBy: string;
  updatedAt: string;
  lastFiring?: FiringFacts | undefined;
  /** When a one-time schedule had its turn. */
  doneAt?: string | undefined;
  /** It is gone; the row stays until the scheduler knows. */
  deletedAt?: string | undefined;
  /** Present while the scheduler has not been told: when the sweep looks at it. */
  syncDueAt?: string | undefined;
}

/** How long a one-time schedule that had its turn is still shown. */
const doneSeconds = 30 * 86_400;

/** Codec of schedules. Active ones, and those that the scheduler has not been told of, are in one list each. */
export const scheduleEntity = defineEntity<ScheduleRecord>({
  name: 'schedule',
  version: 2,
  keys: ({ projectId, scheduleId, active, deletedAt, syncDueAt }) => ({
    ...scheduleKeys.schedule(projectId, scheduleId),
    ...(syncDueAt === undefined ? {} : { gsi2pk: systemKeys.pending, gsi2sk: syncDueAt }),
    ...(active && deletedAt === undefined ? { gsi3pk: scheduleKeys.active, gsi3sk: scheduleId } : {}),
  }),
  slim: ({ projectId, scheduleId }) => ({ projectId, scheduleId }),
  released: { version: 1, downgrade: ({ syncDueAt, ...schedule }) => ({ ...schedule, tellAt: syncDueAt }) },
  upgrades: { 1: ({ tellAt, ...old }) => (tellAt === undefined ? old : { ...old, syncDueAt: tellAt }) },
  expiresAt: ({ doneAt, syncDueAt }) =>
    doneAt === undefined || syncDueAt !== undefined ? undefined : Math.ceil(Date.parse(doneAt) / 1000) + doneSeconds,
});

/** A firing of a schedule; written once, unless the run that it could not start was started after all. */
export interface FiringRecord extends FiringFacts {
  projectId: string;
  scheduleId: string;
}

/** How long it is kept. */
const firingSeconds = 400 * 86_400;

/** Codec of firings. */
export const firingEntity = defineEntity<FiringRecord>({
  name: 'schedule-firing',
  version: 1,
  keys: (firing) => scheduleKeys.firing(firing.projectId, firing.scheduleId, firing.scheduledTime),
  expiresAt: ({ at }) => Math.ceil(Date.parse(at) / 1000) + firingSeconds,
});

/** The present schedule, or the tombstone of a deleted one. */
export async function getScheduleOrTombstone(
  db: Database,
  projectId: string,
  scheduleId: string,
): Promise<Stored<ScheduleRecord> | undefined> {
  const item = await getItem(db, scheduleKeys.schedule(projectId, scheduleId));
  return item && scheduleEntity.decode(item);
}

/** The present schedule; undefined for a deleted one. */
export async function getSchedule(
  db: Database,
  projectId: string,
  scheduleId: string,
): Promise<Stored<ScheduleRecord> | undefined> {
  const schedule = await getScheduleOrTombstone(db, projectId, scheduleId);
  return schedule?.deletedAt === undefined ? schedule : undefined;
}

/** The schedules of a project, in no order; there are few. */
export async function listSchedules(db: Database, projectId: string): Promise<Stored<ScheduleRecord>[]> {
  const items = await queryAll(db, scheduleKeys.schedules(projectId));
  return items.map((item) => scheduleEntity.decode(item)).filter(({ deletedAt }) => deletedAt === undefined);
}

/** The active schedules of all projects. The list may lag, but each schedule in it is read fresh. */
export async function listActiveSchedules(db: Database): Promise<Stored<ScheduleRecord>[]> {
  const items = await queryAll(db, { index: 'gsi3', pk: scheduleKeys.active });
  const keys = items.map(({ slim }) => slim as Pick<ScheduleRecord, 'projectId' | 'scheduleId'>);
  const found = await batchGetItems(
    db,
    keys.map(({ projectId, scheduleId }) => scheduleKeys.schedule(projectId, scheduleId)),
  );
  return found
    .flatMap((item) => (item ? [scheduleEntity.decode(item)] : []))
    .filter(({ active, deletedAt }) => active && deletedAt === undefined);
}

/** The outcome of one firing; undefined while there is none. */
export async function getFiring(
  db: Database,
  projectId: string,
  scheduleId: string,
  scheduledTime: string,
): Promise<Stored<FiringRecord> | undefined> {
  const item = await getItem(db, scheduleKeys.firing(projectId, scheduleId, scheduledTime));
  return item && firingEntity.decode(item);
}
