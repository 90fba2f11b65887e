import { forEachConcurrent } from '../../kernel/concurrency.ts';
import type { Context } from '../../kernel/context.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { putOver } from '../../kernel/store/dynamodb/put-over.ts';
import { getSchedule, listActiveSchedules, type ScheduleRecord, scheduleEntity } from '../store/schedules.ts';
import { pendingSync } from './sync-schedule.ts';

/** Schedules that are marked concurrently. */
const concurrency = 8;

/**
 * Marks every active schedule as unknown to the scheduler: the sweep tells it within minutes. For a scheduler that has
 * lost its schedules, or has others than the table: its group was recreated, or the table was restored. Repeatable; the
 * writer of a schedule tells the scheduler itself.
 * @returns how many were marked.
 */
export async function resyncSchedules(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  let marked = 0;
  await forEachConcurrent(await listActiveSchedules(ctx.db), concurrency, async (schedule) => {
    if (await mark(ctx, schedule)) marked += 1;
  });
  return marked;
}

/**
 * @returns whether it exists, and is marked. Recording a firing meanwhile writes the schedule too, and does not tell
 * the scheduler.
 */
const mark = (ctx: Pick<Context, 'db' | 'clock'>, { projectId, scheduleId }: ScheduleRecord): Promise<boolean> =>
  retryOnConflict(orRefuse(`Schedule '${scheduleId}'`), async () => {
    const schedule = await getSchedule(ctx.db, projectId, scheduleId);
    if (!schedule) return false;
    if (schedule.syncDueAt !== undefined) return true;
    if (!(await putOver(ctx.db, scheduleEntity, schedule, pendingSync(ctx)))) throw staleRead();
    return true;
  });
