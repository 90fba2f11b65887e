import { groupHandler } from '../../http/group.ts';
import { checkExecutionAvailability } from './checkExecutionAvailability.ts';
import { deleteQueuedRun } from './deleteQueuedRun.ts';
import { executeCalibrationPipeline } from './executeCalibrationPipeline.ts';
import { forceUnlockExecution } from './forceUnlockExecution.ts';
import { getCalibrationPipelineCatalog } from './getCalibrationPipelineCatalog.ts';
import { getRunQueue } from './getRunQueue.ts';
import { queueFlow } from './queueFlow.ts';
import { queueTask } from './queueTask.ts';
import { updateQueuedRun } from './updateQueuedRun.ts';
import { validateCalibrationPipeline } from './validateCalibrationPipeline.ts';

/** The Lambda of the group `run-queue`: it starts runs that wait for the lock, and so carries what executes flows. */
export const handler = groupHandler({
  forceUnlockExecution,
  queueFlow,
  queueTask,
  getRunQueue,
  updateQueuedRun,
  deleteQueuedRun,
  checkExecutionAvailability,
  getCalibrationPipelineCatalog,
  validateCalibrationPipeline,
  executeCalibrationPipeline,
});
