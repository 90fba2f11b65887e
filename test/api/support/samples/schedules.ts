import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const schedulesSamples = {
  scheduleFlow: ({ flowName }) => ({ params: { name: flowName }, body: { cron: '30 6 29 2 *' } }),
  listFlowSchedules: ({ flowName }) => ({ params: { name: flowName } }),
  listAllFlowSchedules: () => ({}),
  previewSchedule: () => ({ body: { cron: '30 6 * * 1-5', timezone: 'Europe/Berlin' } }),
  getFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
  updateFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId }, body: { active: false } }),
  deleteFlowSchedule: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
  listScheduleFirings: ({ scheduleId }) => ({ params: { schedule_id: scheduleId } }),
} satisfies Partial<SamplesOf<typeof routes>>;
