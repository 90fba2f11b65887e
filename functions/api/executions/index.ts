import { groupHandler } from '../../http/group.ts';
import { cancelExecution } from './cancelExecution.ts';
import { deleteQueuedRun } from './deleteQueuedRun.ts';
import { forceUnlockExecution } from './forceUnlockExecution.ts';
import { getChipDates } from './getChipDates.ts';
import { getExecution } from './getExecution.ts';
import { getExecutionLockStatus } from './getExecutionLockStatus.ts';
import { getRunQueue } from './getRunQueue.ts';
import { listExecutions } from './listExecutions.ts';
import { queueFlow } from './queueFlow.ts';

/** The Lambda of the group `executions`. */
export const handler = groupHandler({
  listExecutions,
  getExecutionLockStatus,
  forceUnlockExecution,
  getExecution,
  cancelExecution,
  getChipDates,
  queueFlow,
  getRunQueue,
  deleteQueuedRun,
});
