import { nowOf, type ProjectContext } from '../../context.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../store/dynamodb/conflict.ts';
import { ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { getSchedule, listSchedules, type ScheduleRecord, scheduleEntity } from '../../store/flows/schedules.ts';
import { readSchedule } from './read-schedule.ts';
import { pendingSync, type Scheduling, trySyncSchedule } from './sync-schedule.ts';

/** Deletes a schedule with the records of its firings. @throws ServiceError `not-found`. */
export async function deleteSchedule(ctx: Scheduling<ProjectContext>, scheduleId: string): Promise<ScheduleRecord> {
  const deleted = await retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
    const schedule = await readSchedule(ctx, scheduleId);
    await markDeleted(ctx, schedule);
    return schedule;
  });
  await trySyncSchedule(ctx, deleted);
  return deleted;
}

/** From then on it does not exist; the row stays until the scheduler knows. @throws StaleReadError. */
async function markDeleted(ctx: ProjectContext, { rev, ...schedule }: Stored<ScheduleRecord>): Promise<void> {
  const deleted = { ...schedule, deletedAt: nowOf(ctx), ...pendingSync(ctx) };
  await new Transaction(ctx.db).put(scheduleEntity.encode(deleted, rev + 1), ifRevision(rev), staleRead).commit();
}

/**
 * Deletes the schedules of a flow, of which the scheduler learns with the next sweep; until then its deliveries find
 * nothing. @returns how many there were.
 */
export async function deleteSchedulesOf(ctx: ProjectContext, flowName: string): Promise<number> {
  const schedules = (await listSchedules(ctx.db, ctx.projectId)).filter((schedule) => schedule.flowName === flowName);
  for (const { scheduleId } of schedules)
    await retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
      const schedule = await getSchedule(ctx.db, ctx.projectId, scheduleId);
      if (schedule) await markDeleted(ctx, schedule);
    });
  return schedules.length;
}
