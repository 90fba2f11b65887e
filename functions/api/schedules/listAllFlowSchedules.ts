import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { listSchedulesWithNextRun } from '#shared/services/schedules/read-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentSchedules } from './present.ts';

export const listAllFlowSchedules = endpoint(scheduleOperations.listAllFlowSchedules, async ({ ctx, query }) =>
  presentSchedules(await listSchedulesWithNextRun(ctx), query),
);
