import { groupHandler } from '../../http/group.ts';
import {
  deleteFlow,
  executeFlow,
  getFlow,
  getFlowVersion,
  getRepeatableTasks,
  listFlows,
  listFlowVersions,
  reExecuteFromSnapshot,
  reExecuteTaskResult,
  reExecuteTasks,
  saveFlow,
  validateFlow,
} from './flows.ts';
import { saveFileContent } from './save-file.ts';

export const handler = groupHandler({
  listFlows,
  saveFlow,
  validateFlow,
  getFlow,
  deleteFlow,
  executeFlow,
  listFlowVersions,
  getFlowVersion,
  reExecuteFromSnapshot,
  reExecuteTaskResult,
  getRepeatableTasks,
  reExecuteTasks,
  saveFileContent,
});
