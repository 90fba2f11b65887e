import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { createSchedule } from '#shared/services/schedules/write-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scheduling } from '../../ports/scheduler.ts';
import { presentNow } from './present.ts';

export const scheduleFlow = endpoint(scheduleOperations.scheduleFlow, async ({ ctx, params, body }) => {
  const schedule = await createSchedule(scheduling(ctx), {
    flowName: params.name,
    cron: body.cron ?? undefined,
    scheduledTime: body.scheduled_time ?? undefined,
    timeZone: body.timezone ?? undefined,
    parameters: body.parameters ?? {},
    active: body.active,
  });
  return { ...presentNow(ctx, schedule), message: `Flow '${params.name}' scheduled successfully` };
});
