import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { readSchedule } from '#shared/services/schedules/read-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNow } from './present.ts';

export const getFlowSchedule = endpoint(scheduleOperations.getFlowSchedule, async ({ ctx, params }) =>
  presentNow(ctx, await readSchedule(ctx, params.schedule_id)),
);
