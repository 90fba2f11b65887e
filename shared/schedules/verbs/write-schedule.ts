import { randomUUID } from 'node:crypto';
import { ifFlowStands } from '../../flows/store/flows.ts';
import { prepareRun } from '../../flows/verbs/prepare-run.ts';
import { unknownFlow } from '../../flows/verbs/unknown-flow.ts';
import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { changedByOthers, orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { flowKeys } from '../../kernel/store/keys.ts';
import { addAppliedMark, applyOnce } from '../../kernel/verbs/apply-once.ts';
import { nextRun, readScheduledTime, SCHEDULE_LIMIT } from '../rules/schedule.ts';
import { listSchedules, type ScheduleRecord, scheduleEntity } from '../store/schedules.ts';
import { addScheduleEntry } from './audit-schedule.ts';
import { readSchedule } from './read-schedule.ts';
import { pendingSync, type Scheduling, tellScheduler, trySyncSchedule } from './sync-schedule.ts';

type Ctx = Scheduling<ProjectContext>;

/** A requested schedule: exactly one of `cron` and `scheduledTime` (ISO 8601, as in the request). */
export interface NewSchedule {
  flowName: string;
  /** One that `cronProblem` accepts. */
  cron?: string | undefined;
  scheduledTime?: string | undefined;
  /** The zone of the service's calendar where absent. */
  timeZone?: string | undefined;
  parameters: Record<string, unknown>;
  active: boolean;
}

/**
 * Schedules a flow. Its runs are started as the caller. A schedule that could not be executed now is refused: the user
 * is present to correct it, and no one is when it fires. Repeated under its `Idempotency-Key`, it answers the schedule
 * as created, and creates none, even if that was deleted since.
 * @throws ServiceError `not-found` for the flow; `invalid` for a time that has passed or is invalid, and for parameters
 * as executing the flow; `conflict` beyond the number of schedules that a project may have.
 */
export const createSchedule = (ctx: Ctx, input: NewSchedule): Promise<ScheduleRecord> =>
  applyOnce(
    ctx,
    () => create(ctx, input),
    // It was put by this very verb, for the same request.
    (made) => made as ScheduleRecord,
  );

async function create(ctx: Ctx, input: NewSchedule): Promise<ScheduleRecord> {
  const { projectId } = ctx;
  const { flowName, cron, active } = input;
  const now = nowOf(ctx);
  const timeZone = input.timeZone ?? ctx.config.calendarTimeZone;
  const scheduledTime = input.scheduledTime === undefined ? undefined : futureTime(input.scheduledTime, timeZone, now);
  await Promise.all([requireRoom(ctx), prepareRun(ctx, { name: flowName, parameters: input.parameters })]);
  const scheduleId = randomUUID();
  const { userId, username } = ctx.actor.user;
  const schedule: ScheduleRecord = {
    projectId,
    scheduleId,
    flowName,
    cron,
    scheduledTime,
    timeZone,
    parameters: JSON.stringify(input.parameters),
    active,
    since: now,
    userId,
    username,
    createdAt: now,
    updatedBy: username,
    updatedAt: now,
    ...pendingSync(ctx),
  };
  const transaction = new Transaction(ctx.db);
  addAppliedMark(transaction, ctx, schedule);
  addScheduleEntry(transaction, ctx, { action: 'create-schedule', before: null, after: schedule });
  await transaction
    .put(scheduleEntity.encode(schedule, 1), ifAbsent, () => changedByOthers(`Schedule '${scheduleId}'`, 'created'))
    .check(flowKeys.flow(projectId, flowName), ifFlowStands, () => unknownFlow(flowName, projectId))
    .commit();
  await trySyncSchedule(ctx, schedule);
  return schedule;
}

/** @throws ServiceError `conflict` beyond the number of schedules that a project may have. */
export async function requireRoom({ db, projectId }: ProjectContext): Promise<void> {
  const existing = await listSchedules(db, projectId);
  if (existing.filter(({ doneAt }) => doneAt === undefined).length < SCHEDULE_LIMIT) return;
  throw conflict(
    `Project '${projectId}' has ${SCHEDULE_LIMIT} schedules, the maximum; delete one first`,
    'limit_reached',
  );
}

/** Changes to a schedule: undefined leaves a field. */
export interface ScheduleChanges {
  active?: boolean | undefined;
  cron?: string | undefined;
  scheduledTime?: string | undefined;
  timeZone?: string | undefined;
  parameters?: Record<string, unknown> | undefined;
}

/**
 * Changes a schedule. It counts from then on: firings during a pause, or by its new timing before the change, are not
 * made up for.
 * @param expect throws where the schedule is not as an undo expects it.
 * @throws ServiceError `not-found`; `invalid` if the two kinds are mixed, for a time that has passed, and for
 * parameters as executing the flow.
 */
export async function updateSchedule(
  ctx: ProjectContext & Partial<Ctx>,
  scheduleId: string,
  changes: ScheduleChanges,
  expect?: (before: ScheduleRecord) => void,
): Promise<ScheduleRecord> {
  const { parameters } = changes;
  const changed = await retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
    const { rev, ...before } = await readSchedule(ctx, scheduleId);
    expect?.(before);
    const after = changedSchedule(ctx, before, changes);
    if (parameters !== undefined) await prepareRun(ctx, { name: before.flowName, parameters });
    const transaction = new Transaction(ctx.db);
    transaction.put(scheduleEntity.encode(after, rev + 1), ifRevision(rev), staleRead);
    addScheduleEntry(transaction, ctx, { action: 'update-schedule', before, after });
    await transaction.commit();
    return after;
  });
  await tellScheduler(ctx, changed);
  return changed;
}

function changedSchedule(ctx: ProjectContext, before: ScheduleRecord, changes: ScheduleChanges): ScheduleRecord {
  const now = nowOf(ctx);
  const timeZone = changes.timeZone ?? before.timeZone;
  const active = changes.active ?? before.active;
  refuseOtherKind(before, changes);
  const scheduledTime =
    changes.scheduledTime === undefined ? before.scheduledTime : futureTime(changes.scheduledTime, timeZone, now);
  const timing = { cron: changes.cron ?? before.cron, scheduledTime, timeZone };
  const moves =
    timing.cron !== before.cron ||
    scheduledTime !== before.scheduledTime ||
    (timeZone !== before.timeZone && timing.cron);
  const resumed = active && (!before.active || moves);
  if (resumed && nextRun({ ...timing, active }, now) === undefined)
    throw invalid(`The time of schedule '${before.scheduleId}' has passed: give it another 'scheduled_time'`);
  return {
    ...before,
    ...timing,
    active,
    since: resumed ? now : before.since,
    doneAt: resumed ? undefined : before.doneAt,
    parameters: changes.parameters === undefined ? before.parameters : JSON.stringify(changes.parameters),
    updatedBy: ctx.actor.user.username,
    updatedAt: now,
    ...pendingSync(ctx),
  };
}

function refuseOtherKind({ scheduleId, cron }: ScheduleRecord, changes: ScheduleChanges): void {
  if (cron === undefined && changes.cron !== undefined)
    throw invalid(`Schedule '${scheduleId}' fires once: give it a 'scheduled_time', or create another with 'cron'`);
  if (cron !== undefined && changes.scheduledTime !== undefined)
    throw invalid(`Schedule '${scheduleId}' fires by 'cron': create another with 'scheduled_time'`);
}

/** @throws ServiceError `invalid` for an invalid time, one that the zone leaves out, or one that has passed. */
function futureTime(text: string, timeZone: string, now: string): string {
  const instant = instantOf(text, timeZone);
  if (instant === undefined)
    throw invalid(
      `Invalid scheduled_time format: '${text}' is not an ISO 8601 time such as '2026-03-01T06:30:00+09:00'`,
    );
  if (instant <= now) throw invalid(`Scheduled time must be in the future. '${text}' in ${timeZone} is ${instant}`);
  return instant;
}

function instantOf(text: string, timeZone: string): string | undefined {
  try {
    return readScheduledTime(text, timeZone);
  } catch (error) {
    if (error instanceof RangeError) throw invalid(`Invalid scheduled_time: ${error.message}`);
    throw error;
  }
}
