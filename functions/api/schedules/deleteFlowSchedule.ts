import { scheduleOperations } from '#shared/contract/operations/schedules.ts';
import { deleteSchedule } from '#shared/services/schedules/delete-schedule.ts';
import { endpoint } from '../../http/endpoint.ts';
import { scheduling } from '../../ports/scheduler.ts';
import { typeOf } from './present.ts';

export const deleteFlowSchedule = endpoint(scheduleOperations.deleteFlowSchedule, async ({ ctx, params }) => {
  const type = typeOf(await deleteSchedule(scheduling(ctx), params.schedule_id));
  const kind = type === 'cron' ? 'Cron' : 'One-time';
  return { message: `${kind} schedule deleted successfully`, schedule_id: params.schedule_id, schedule_type: type };
});
