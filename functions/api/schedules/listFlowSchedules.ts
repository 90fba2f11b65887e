import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { listSchedulesWithNextRun } from '#shared/services/schedules/read-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentSchedules } from './present.ts';

export const listFlowSchedules = endpoint(scheduleOperations.listFlowSchedules, async ({ ctx, params, query }) =>
  presentSchedules(await listSchedulesWithNextRun(ctx, params.name), query),
);
