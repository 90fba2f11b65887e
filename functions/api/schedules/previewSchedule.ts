import { nowOf } from '#shared/context.ts';
import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { nextFirings } from '#shared/domain/schedules/cron.ts';
import { endpoint } from '../../http/endpoint.ts';

export const previewSchedule = endpoint(scheduleOperations.previewSchedule, async ({ ctx, body }) => {
  const timezone = body.timezone ?? ctx.config.calendarTimeZone;
  return { cron: body.cron, timezone, next_runs: nextFirings(body.cron, timezone, nowOf(ctx), body.count) };
});
