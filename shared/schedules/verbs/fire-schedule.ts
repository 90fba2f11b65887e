import { v5 as uuidV5 } from 'uuid';
import { executeFlow } from '../../flows/verbs/execute-flow.ts';
import { chipNamed } from '../../flows/verbs/prepare-run.ts';
import { readFlow } from '../../flows/verbs/read-flow.ts';
import { type Context, nowOf, type ProjectContext } from '../../kernel/context.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { type Condition, ifAbsent } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { scheduleKeys } from '../../kernel/store/keys.ts';
import { actingAs } from '../../people/verbs/auth/acting-as.ts';
import { lockScopeOf } from '../../projects/store/projects.ts';
import { getLock, getRunPointer, holdersOf } from '../../runs/store/locks.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { enqueue, isWaiting } from '../../runs/verbs/queue/change-queue.ts';
import { tryStartQueued } from '../../runs/verbs/queue/start-queued.ts';
import { isDue, lateAfterSeconds } from '../rules/schedule.ts';
import { type FiringFacts, getFiring, getSchedule, type ScheduleRecord } from '../store/schedules.ts';
import { addFiring, readFired } from './firings/add-firing.ts';
import { type Scheduling, trySyncSchedule } from './sync-schedule.ts';

type Ctx = Scheduling<Orchestrated<Context>>;

/** A delivery of the scheduler, which comes at least once. */
export interface Delivery {
  projectId: string;
  scheduleId: string;
  /** When it was to fire, ISO 8601. */
  scheduledTime: string;
}

/**
 * Carries out one firing of a schedule (docs/design/domain.md#schedules): starts its flow as the user who made the
 * schedule, through the same code as the API, and records the outcome. If a run holds the lock, it waits in the queue.
 * The run's id follows from the schedule and the time, so that a repeated delivery starts nothing; neither does one of
 * a schedule that is gone, paused or was changed, until the moment in which the run begins.
 * @returns the outcome; undefined if there was nothing to do.
 */
export async function fireSchedule(ctx: Ctx, delivery: Delivery): Promise<FiringFacts | undefined> {
  const { projectId, scheduleId } = delivery;
  const scheduledTime = new Date(delivery.scheduledTime).toISOString();
  const [schedule, known] = await Promise.all([
    getSchedule(ctx.db, projectId, scheduleId),
    getFiring(ctx.db, projectId, scheduleId, scheduledTime),
  ]);
  if (known) return known;
  if (!schedule || !isDue(schedule, scheduledTime)) {
    ctx.log.info('stale delivery', { ...delivery });
    await trySyncSchedule(ctx, delivery);
    return undefined;
  }
  const decided = await decide(ctx, schedule, scheduledTime).catch((error: unknown) => {
    if (error instanceof EditedSchedule) return error;
    throw error;
  });
  // The present schedule decides, however long this delivery paused.
  if (decided instanceof EditedSchedule) return fireSchedule(ctx, delivery);
  if (decided === 'queued') return getFiring(ctx.db, projectId, scheduleId, scheduledTime);
  if (!decided) return undefined;
  const firing = { ...decided, scheduledTime, at: nowOf(ctx) };
  const { outcome, reason, executionId } = firing;
  ctx.log.info('schedule fired', { projectId, scheduleId, scheduledTime, outcome, reason, executionId });
  await retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), () => record(ctx, schedule, firing));
  return firing;
}

type Decided = Omit<FiringFacts, 'scheduledTime' | 'at'>;

/** The schedule was changed, paused or deleted since it was read. */
class EditedSchedule extends Error {
  override readonly name = 'EditedSchedule';
}

/** The schedule was not edited since it was read; recording firings does not count as an edit. */
const ifUnedited = ({ updatedAt }: ScheduleRecord): Condition => ({
  expression: 'updatedAt = :updatedAt AND active = :yes AND attribute_not_exists(deletedAt)',
  values: { ':updatedAt': updatedAt, ':yes': true },
});

/**
 * `queued`: it waits for the lock, and its outcome is recorded when it leaves the queue. Undefined for a project that is
 * deleted: it may be restored, and then its schedules go on.
 */
async function decide(
  ctx: Ctx,
  schedule: ScheduleRecord,
  scheduledTime: string,
): Promise<Decided | 'queued' | undefined> {
  const { projectId, scheduleId, userId, username, flowName } = schedule;
  const flowRunId = uuidV5(scheduledTime, scheduleId);
  // A delivery before this one may have started the run, and died before it could tell.
  const started = await startedBefore(ctx, projectId, flowRunId);
  if (started) return started;
  if (await isWaiting(ctx, projectId, flowRunId)) return 'queued';
  const lateSeconds = Math.round((ctx.clock().getTime() - Date.parse(scheduledTime)) / 1000);
  if (lateSeconds > lateAfterSeconds)
    return skipped('late', `It fired ${lateSeconds} seconds late; the limit is ${lateAfterSeconds}`);
  const acting = await actingAs(ctx, { projectId, userId, username });
  if (acting === 'no-project') return undefined;
  if (acting === 'not-an-editor')
    return skipped(
      'not-a-member',
      `'${username}', who created the schedule, may not start runs in project '${projectId}'`,
    );
  try {
    const run = await executeFlow(acting, {
      name: flowName,
      parameters: JSON.parse(schedule.parameters) as Record<string, unknown>,
      flowRunId,
      note: { schedule_id: scheduleId, scheduled_time: scheduledTime },
      addWrites: (transaction) => {
        const key = scheduleKeys.schedule(projectId, scheduleId);
        transaction.check(key, ifUnedited(schedule), () => new EditedSchedule(`Schedule '${scheduleId}' was changed`));
        // A concurrent delivery may have queued it, and a user may have removed it from the queue since.
        const firingKey = scheduleKeys.firing(projectId, scheduleId, scheduledTime);
        transaction.check(firingKey, ifAbsent, () => new EditedSchedule(`Firing ${scheduledTime} was recorded`));
      },
    });
    const { executionId, status, message } = run;
    if (status === 'failed') return { outcome: 'failed', reason: 'start', message, executionId };
    return { outcome: 'started', message: '', executionId };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind !== 'conflict' || error.code === 'limit_reached')
      return { outcome: 'failed', reason: 'flow', message: error.message };
    // A concurrent delivery may hold the lock: that run is ours.
    const ours = await startedBefore(ctx, projectId, flowRunId);
    if (ours) return ours;
    if (error.code === 'run_active') return queueFiring(acting, schedule, scheduledTime, flowRunId);
    // Where locks are per chip, runs on other chips are not the reason.
    const holders = lockScopeOf(acting) === 'project' ? holdersOf(await getLock(ctx.db, projectId)) : [];
    return { ...skipped('locked', error.message), executionId: holders[0]?.executionId };
  }
}

/** Lets a firing wait for the lock, unless an earlier one of its schedule waits still (rule SCHED-4). */
async function queueFiring(
  ctx: Ctx & ProjectContext,
  { projectId, scheduleId, userId, username, flowName, parameters }: ScheduleRecord,
  scheduledTime: string,
  flowRunId: string,
): Promise<Decided | 'queued'> {
  const run = { flowRunId, flowName, parameters, userId, username, queuedAt: nowOf(ctx) };
  try {
    const chipId = lockScopeOf(ctx) === 'chip' ? await chipOf(ctx, flowName, parameters) : undefined;
    const earlier = await enqueue(ctx, projectId, { ...run, chipId, firing: { scheduleId, scheduledTime } });
    if (earlier)
      return skipped(
        'locked',
        `The earlier start of the schedule for ${earlier.scheduledTime} waits in the queue still`,
      );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.kind === 'not-found') return { outcome: 'failed', reason: 'flow', message: error.message };
    return skipped('locked', error.message);
  }
  // The lock may have been released before the start waited for it.
  await tryStartQueued(ctx, projectId);
  return 'queued';
}

/** The chip that a firing of a flow is for. @throws ServiceError `not-found` where the flow was deleted meanwhile. */
async function chipOf(ctx: ProjectContext, flowName: string, parameters: string): Promise<string> {
  const { flow, source } = await readFlow(ctx, flowName);
  const own = JSON.parse(parameters) as Record<string, unknown>;
  return chipNamed({ ...source.defaultParameters, ...own }, flow.chipId);
}

const skipped = (reason: FiringFacts['reason'], message: string): Decided => ({ outcome: 'skipped', reason, message });

async function startedBefore(ctx: Ctx, projectId: string, flowRunId: string): Promise<Decided | undefined> {
  const pointer = await getRunPointer(ctx.db, projectId, flowRunId);
  return pointer && { outcome: 'started', message: '', executionId: pointer.executionId };
}

/** Writes the outcome of a firing, on the schedule as well; a one-time schedule is done with it. */
async function record(ctx: Ctx, { projectId, scheduleId }: ScheduleRecord, firing: FiringFacts): Promise<void> {
  const { schedule, recorded } = await readFired(ctx, { projectId, scheduleId, ...firing });
  if (!schedule || recorded?.outcome === 'started') return;
  const transaction = new Transaction(ctx.db);
  addFiring(transaction, schedule, firing, staleRead);
  await transaction.commit();
}
