import type { Timers } from '#local/schedules/timers.ts';
import type { Context } from '#shared/kernel/context.ts';
import { listActiveSchedules } from '#shared/schedules/store/schedules.ts';

/**
 * Loads every schedule of the table at the start, since timers end with the process. Of the missed firings only the
 * newest is delivered late, so that it shows as skipped.
 */
export async function resumeSchedules(ctx: Context, timers: Timers): Promise<void> {
  for (const schedule of await listActiveSchedules(ctx.db)) {
    const { since, lastFiring } = schedule;
    const after = lastFiring && new Date(Date.parse(lastFiring.scheduledTime) + 1).toISOString();
    timers.resume(schedule, after !== undefined && after > since ? after : since);
  }
}
