import { groupHandler } from '../../http/group.ts';
import {
  deleteFlowSchedule,
  getFlowSchedule,
  listAllFlowSchedules,
  listFlowSchedules,
  listScheduleFirings,
  previewSchedule,
  scheduleFlow,
  updateFlowSchedule,
} from './schedules.ts';

export const handler = groupHandler({
  scheduleFlow,
  listFlowSchedules,
  listAllFlowSchedules,
  previewSchedule,
  getFlowSchedule,
  updateFlowSchedule,
  deleteFlowSchedule,
  listScheduleFirings,
});
