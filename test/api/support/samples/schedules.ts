import type { schedulesRoutes } from '#shared/contract/routes/schedules.ts';
import type { SamplesOf } from './sample.ts';

export const schedulesSamples: SamplesOf<typeof schedulesRoutes> = {
  scheduleFlow: ({ flowName }) => ({ params: { name: flowName }, body: { cron: '30 6 29 2 *' } }),
  listFlowSchedules: ({ flowName }) => ({ params: { name: flowName } }),
  listAllFlowSchedules: () => ({}),
  previewSchedule: () => ({ body: { cron: '30 6 * * 1-5', timezone: 'Europe/Berlin' } }),
  getFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
  updateFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId }, body: { active: false } }),
  deleteFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
  listScheduleFirings: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
};
