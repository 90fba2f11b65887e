import { groupHandler } from '../../http/group.ts';
import { deleteQueuedRun } from './deleteQueuedRun.ts';
import { forceUnlockExecution } from './forceUnlockExecution.ts';
import { getRunQueue } from './getRunQueue.ts';
import { queueFlow } from './queueFlow.ts';
import { queueTask } from './queueTask.ts';
import { updateQueuedRun } from './updateQueuedRun.ts';

/** The Lambda of the group `run-queue`: it starts runs that wait for the lock, and so carries what executes flows. */
export const handler = groupHandler({
  forceUnlockExecution,
  queueFlow,
  queueTask,
  getRunQueue,
  updateQueuedRun,
  deleteQueuedRun,
});
