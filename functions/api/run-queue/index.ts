import { groupHandler } from '../../http/group.ts';
import { forceUnlockExecution } from './executions.ts';
import { checkExecutionAvailability } from './flows.ts';
import { executeCalibrationPipeline, getCalibrationPipelineCatalog, validateCalibrationPipeline } from './pipelines.ts';
import { deleteQueuedRun, getRunQueue, queueFlow, queueTask, updateQueuedRun } from './run-queue.ts';

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
