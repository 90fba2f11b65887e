import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { updateSchedule } from '#shared/services/schedules/write-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scheduling } from '../../ports/scheduler.ts';
import { presentNow } from './present.ts';

export const updateFlowSchedule = endpoint(scheduleOperations.updateFlowSchedule, async ({ ctx, params, body }) => {
  const schedule = await updateSchedule(scheduling(ctx), params.schedule_id, {
    active: body.active ?? undefined,
    cron: body.cron ?? undefined,
    scheduledTime: body.scheduled_time ?? undefined,
    timeZone: body.timezone ?? undefined,
    parameters: body.parameters ?? undefined,
  });
  return { ...presentNow(ctx, schedule), message: 'Schedule updated successfully' };
});
