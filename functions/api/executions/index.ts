import { groupHandler } from '../../http/group.ts';
import { cancelExecution } from './cancelExecution.ts';
import { getChipDates } from './getChipDates.ts';
import { getExecution } from './getExecution.ts';
import { getExecutionLockStatus } from './getExecutionLockStatus.ts';
import { listExecutions } from './listExecutions.ts';

export const handler = groupHandler({
  listExecutions,
  getExecutionLockStatus,
  getExecution,
  cancelExecution,
  getChipDates,
});
