import { forEachConcurrent } from '../../concurrency.ts';
import type { Context } from '../../context.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../store/dynamodb/conflict.ts';
import { putOver } from '../../store/dynamodb/put-over.ts';
import { getSchedule, listActiveSchedules, type ScheduleRecord, scheduleEntity } from '../../store/flows/schedules.ts';
import { pendingSync } from './sync-schedule.ts';

/** Schedules that are marked side by side. */
const concurrency = 8;

/**
 * Marks every schedule that fires as one that the scheduler has not been told of: the sweep tells it within minutes. For a
 * scheduler that has lost them, or knows others than the table: its group was made anew, or the table was restored.
 * Repeatable; a schedule that is written meanwhile is told by whoever writes it.
 * @returns how many were marked.
 */
export async function resyncSchedules(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  let marked = 0;
  await forEachConcurrent(await listActiveSchedules(ctx.db), concurrency, async (schedule) => {
    if (await mark(ctx, schedule)) marked += 1;
  });
  return marked;
}

/** @returns whether it stands, marked. A firing that is recorded meanwhile writes the schedule too, and tells nobody. */
const mark = (ctx: Pick<Context, 'db' | 'clock'>, { projectId, scheduleId }: ScheduleRecord): Promise<boolean> =>
  retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
    const schedule = await getSchedule(ctx.db, projectId, scheduleId);
    if (!schedule) return false;
    if (schedule.syncDueAt !== undefined) return true;
    if (!(await putOver(ctx.db, scheduleEntity, schedule, pendingSync(ctx)))) throw staleRead();
    return true;
  });
