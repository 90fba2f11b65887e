import { editor, type Route, viewer } from '../../../api/route.ts';

/** Schedules of flows. */
export const schedulesRoutes = {
  scheduleFlow: { method: 'POST', path: '/flows/{name}/schedule', group: 'schedules', ...editor },
  listFlowSchedules: { method: 'GET', path: '/flows/{name}/schedules', group: 'schedules', ...viewer },
  listAllFlowSchedules: { method: 'GET', path: '/flows/schedules', group: 'schedules', ...viewer },
  previewSchedule: { method: 'POST', path: '/flows/schedules/preview', group: 'schedules', ...viewer },
  getFlowSchedule: { method: 'GET', path: '/flows/schedules/{schedule_id}', group: 'schedules', ...viewer },
  updateFlowSchedule: { method: 'PATCH', path: '/flows/schedules/{schedule_id}', group: 'schedules', ...editor },
  deleteFlowSchedule: { method: 'DELETE', path: '/flows/schedules/{schedule_id}', group: 'schedules', ...editor },
  listScheduleFirings: {
    method: 'GET',
    path: '/flows/schedules/{schedule_id}/firings',
    group: 'schedules',
    ...viewer,
  },
} as const satisfies Record<string, Route>;
