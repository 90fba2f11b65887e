import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { listFirings } from '#shared/services/schedules/read-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentFiring } from './present.ts';

export const listScheduleFirings = endpoint(scheduleOperations.listScheduleFirings, async ({ ctx, params, query }) => {
  const page = await listFirings(ctx, params.schedule_id, query);
  return { firings: page.records.map(presentFiring), ...pageOf(page) };
});
