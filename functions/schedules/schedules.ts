import { nowOf } from '#shared/kernel/context.ts';
import { scheduleOperations } from '#shared/schedules/contract/operations/schedules.ts';
import { nextFirings } from '#shared/schedules/rules/cron.ts';
import { deleteSchedule } from '#shared/schedules/verbs/delete-schedule.ts';
import { listFirings, listSchedulesWithNextRun, readSchedule } from '#shared/schedules/verbs/read-schedule.ts';
import { createSchedule, updateSchedule } from '#shared/schedules/verbs/write-schedule.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { scheduling } from '../ports.ts';
import { presentFiring, presentNow, presentSchedules, typeOf } from './present.ts';

export const deleteFlowSchedule = endpoint(scheduleOperations.deleteFlowSchedule, async ({ ctx, params }) => {
  const type = typeOf(await deleteSchedule(scheduling(ctx), params.schedule_id));
  const kind = type === 'cron' ? 'Cron' : 'One-time';
  return { message: `${kind} schedule deleted successfully`, schedule_id: params.schedule_id, schedule_type: type };
});

export const getFlowSchedule = endpoint(scheduleOperations.getFlowSchedule, async ({ ctx, params }) =>
  presentNow(ctx, await readSchedule(ctx, params.schedule_id)),
);

export const listAllFlowSchedules = endpoint(scheduleOperations.listAllFlowSchedules, async ({ ctx, query }) =>
  presentSchedules(await listSchedulesWithNextRun(ctx), query),
);

export const listFlowSchedules = endpoint(scheduleOperations.listFlowSchedules, async ({ ctx, params, query }) =>
  presentSchedules(await listSchedulesWithNextRun(ctx, params.name), query),
);

export const listScheduleFirings = endpoint(scheduleOperations.listScheduleFirings, async ({ ctx, params, query }) => {
  const page = await listFirings(ctx, params.schedule_id, query);
  return { firings: page.records.map(presentFiring), ...pageOf(page) };
});

export const previewSchedule = endpoint(scheduleOperations.previewSchedule, async ({ ctx, body }) => {
  const timezone = body.timezone ?? ctx.config.calendarTimeZone;
  return { cron: body.cron, timezone, next_runs: nextFirings(body.cron, timezone, nowOf(ctx), body.count) };
});

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
