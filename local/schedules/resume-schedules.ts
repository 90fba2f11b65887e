import type { Timers } from '#local/schedules/timers.ts';
import type { Context } from '#shared/context.ts';
import { listActiveSchedules } from '#shared/store/flows/schedules.ts';

/**
 * Takes up every schedule of the table at the start of the process, which forgets its timers when it ends. What a
 * schedule missed since its last firing is delivered late, the newest alone, so that it is seen to be skipped.
 */
export async function resumeSchedules(ctx: Context, timers: Timers): Promise<void> {
  for (const schedule of await listActiveSchedules(ctx.db)) {
    const { since, lastFiring } = schedule;
    const after = lastFiring && new Date(Date.parse(lastFiring.scheduledTime) + 1).toISOString();
    timers.resume(schedule, after !== undefined && after > since ? after : since);
  }
}
