import { groupHandler } from '../../http/group.ts';
import { deleteFlow } from './deleteFlow.ts';
import { executeFlow } from './executeFlow.ts';
import { getFlow } from './getFlow.ts';
import { getFlowVersion } from './getFlowVersion.ts';
import { getRepeatableTasks } from './getRepeatableTasks.ts';
import { listFlows } from './listFlows.ts';
import { listFlowVersions } from './listFlowVersions.ts';
import { reExecuteFromSnapshot } from './reExecuteFromSnapshot.ts';
import { reExecuteTaskResult } from './reExecuteTaskResult.ts';
import { reExecuteTasks } from './reExecuteTasks.ts';
import { saveFileContent } from './saveFileContent.ts';
import { saveFlow } from './saveFlow.ts';
import { validateFlow } from './validateFlow.ts';

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
