import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { ifRevision } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { getSchedule, listSchedules, type ScheduleRecord, scheduleEntity } from '../store/schedules.ts';
import { addScheduleEntry } from './audit-schedule.ts';
import { readSchedule } from './read-schedule.ts';
import { pendingSync, type Scheduling, tellScheduler } from './sync-schedule.ts';

/** Deletes a schedule with the records of its firings. `expect` throws where it is not as an undo expects it. @throws ServiceError `not-found`. */
export async function deleteSchedule(
  ctx: ProjectContext & Partial<Scheduling>,
  scheduleId: string,
  expect?: (before: ScheduleRecord) => void,
): Promise<ScheduleRecord> {
  const deleted = await retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
    const schedule = await readSchedule(ctx, scheduleId);
    expect?.(schedule);
    await markDeleted(ctx, schedule, true);
    return schedule;
  });
  await tellScheduler(ctx, deleted);
  return deleted;
}

/**
 * From then on it does not exist; the row stays until the scheduler knows. What is deleted with its flow cannot be undone alone, and has no
 * entry. @throws StaleReadError.
 */
async function markDeleted(
  ctx: ProjectContext,
  { rev, ...schedule }: Stored<ScheduleRecord>,
  isAlone = false,
): Promise<void> {
  const deleted = { ...schedule, deletedAt: nowOf(ctx), ...pendingSync(ctx) };
  const transaction = new Transaction(ctx.db);
  transaction.put(scheduleEntity.encode(deleted, rev + 1), ifRevision(rev), staleRead);
  if (isAlone) addScheduleEntry(transaction, ctx, { action: 'delete-schedule', before: schedule, after: null });
  await transaction.commit();
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
