import { groupHandler } from '../../http/group.ts';
import { deleteFlowSchedule } from './deleteFlowSchedule.ts';
import { getFlowSchedule } from './getFlowSchedule.ts';
import { listAllFlowSchedules } from './listAllFlowSchedules.ts';
import { listFlowSchedules } from './listFlowSchedules.ts';
import { listScheduleFirings } from './listScheduleFirings.ts';
import { previewSchedule } from './previewSchedule.ts';
import { scheduleFlow } from './scheduleFlow.ts';
import { updateFlowSchedule } from './updateFlowSchedule.ts';

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
