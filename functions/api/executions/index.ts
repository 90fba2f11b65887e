import { groupHandler } from '../../http/group.ts';
import { cancelExecution, getChipDates, getExecution, getExecutionLockStatus, listExecutions } from './executions.ts';

export const handler = groupHandler({
  listExecutions,
  getExecutionLockStatus,
  getExecution,
  cancelExecution,
  getChipDates,
});
