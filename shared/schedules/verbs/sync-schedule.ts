import { type Context, nowOf } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { deleteRange } from '../../kernel/store/dynamodb/delete-range.ts';
import { putOver } from '../../kernel/store/dynamodb/put-over.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { scheduleKeys } from '../../kernel/store/keys.ts';
import { missedFiring, nextRun } from '../rules/schedule.ts';
import type { Scheduler } from '../scheduling/port.ts';
import { getScheduleOrTombstone, type ScheduleRecord, scheduleEntity } from '../store/schedules.ts';

export type Scheduling<C extends Context = Context> = C & { scheduler: Scheduler };

/** How long the writer of a schedule is assumed to be telling the scheduler. */
const syncLeaseSeconds = 60;

/** The mark of a schedule that the scheduler has not been told of: it is written with every change of one. */
export const pendingSync = (ctx: Pick<Context, 'clock'>): { syncDueAt: string } => ({
  syncDueAt: inSeconds(ctx, syncLeaseSeconds),
});

/** By how much the scheduler's clock may be ahead. */
const clockSeconds = 5;

const inSeconds = ({ clock }: Pick<Context, 'clock'>, seconds: number): string =>
  new Date(clock().getTime() + seconds * 1000).toISOString();

/** How often a schedule may be written by others while the scheduler is being told. */
const maxPasses = 10;

/**
 * Tells the scheduler the present schedule, and removes the mark; a deleted one is removed. The table is written first
 * and the scheduler follows, so that this may be repeated from any point and run concurrently: if the schedule was
 * written meanwhile, the scheduler is told again, since this call may have reached it last. A schedule with a time that
 * may have passed before the scheduler knew of it stays marked: the sweep carries that out.
 */
export async function syncSchedule(
  ctx: Scheduling,
  ref: Pick<ScheduleRecord, 'projectId' | 'scheduleId'>,
): Promise<void> {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const schedule = await getScheduleOrTombstone(ctx.db, ref.projectId, ref.scheduleId);
    const existing = schedule?.deletedAt === undefined ? schedule : undefined;
    const isOnce = existing && existing.cron === undefined;
    if (isOnce && missed(existing, nowOf(ctx))) {
      if (await keepMarked(ctx, existing)) return;
      continue;
    }
    const fires = existing && nextRun(existing, nowOf(ctx)) !== undefined;
    if (fires) await ctx.scheduler.put(existing);
    else await ctx.scheduler.remove(ref.scheduleId);
    if (!schedule) return;
    // What has passed before the scheduler heard of it is never fired there: the sweep carries it out.
    const isMissed = fires && schedule.syncDueAt !== undefined && missed(existing, inSeconds(ctx, clockSeconds));
    if (await (isMissed ? isUnchanged(ctx, schedule) : unmark(ctx, schedule))) return;
  }
  throw new Error(`Schedule '${ref.scheduleId}' keeps changing while it is synced`);
}

const missed = (schedule: ScheduleRecord, through: string): boolean => missedFiring(schedule, through) !== undefined;

/**
 * Telling the scheduler a time that had passed may have replaced a firing that was about to happen: the sweep checks
 * that. @returns whether the schedule was unchanged.
 */
async function keepMarked(ctx: Context, schedule: Stored<ScheduleRecord>): Promise<boolean> {
  if (schedule.syncDueAt !== undefined) return true;
  return (await putOver(ctx.db, scheduleEntity, schedule, pendingSync(ctx))) !== undefined;
}

/** @returns whether the schedule was unchanged. */
async function unmark(ctx: Context, schedule: Stored<ScheduleRecord>): Promise<boolean> {
  if (schedule.deletedAt === undefined) {
    if (schedule.syncDueAt === undefined) return isUnchanged(ctx, schedule);
    return (await putOver(ctx.db, scheduleEntity, schedule, { syncDueAt: undefined })) !== undefined;
  }
  await deleteRange(ctx.db, scheduleKeys.firings(schedule.projectId, schedule.scheduleId));
  const key = scheduleKeys.schedule(schedule.projectId, schedule.scheduleId);
  return isDoneUnlessStale(new Transaction(ctx.db).delete(key, ifRevision(schedule.rev), staleRead).commit());
}

/** A process that paused, while others told the scheduler of a newer schedule, has told it an outdated one. */
async function isUnchanged(ctx: Context, { projectId, scheduleId, rev }: Stored<ScheduleRecord>): Promise<boolean> {
  return (await getScheduleOrTombstone(ctx.db, projectId, scheduleId))?.rev === rev;
}

/** The same for a caller who may not reach the scheduler: the sweep tells it within minutes. */
export async function tellScheduler(
  { scheduler, ...ctx }: Context & Partial<Scheduling>,
  ref: Pick<ScheduleRecord, 'projectId' | 'scheduleId'>,
): Promise<void> {
  if (scheduler) await trySyncSchedule({ ...ctx, scheduler }, ref);
}

/** Tells the scheduler what was just written. If that fails, the sweep does it. */
export async function trySyncSchedule(
  ctx: Scheduling,
  ref: Pick<ScheduleRecord, 'projectId' | 'scheduleId'>,
): Promise<void> {
  try {
    await syncSchedule(ctx, ref);
  } catch (error) {
    ctx.log.warn('scheduler not told', { ...ref, reason: String(error) });
  }
}
