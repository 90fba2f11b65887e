import { groupHandler } from '../../http/group.ts';
import { deleteFlow } from './deleteFlow.ts';
import { downloadZipFile } from './downloadZipFile.ts';
import { executeFlow } from './executeFlow.ts';
import { getBackendConfig } from './getBackendConfig.ts';
import { getFileContent } from './getFileContent.ts';
import { getFileTree } from './getFileTree.ts';
import { getFlow } from './getFlow.ts';
import { getFlowHelperFile } from './getFlowHelperFile.ts';
import { getFlowTemplate } from './getFlowTemplate.ts';
import { getFlowVersion } from './getFlowVersion.ts';
import { getGitStatus } from './getGitStatus.ts';
import { getRepeatableTasks } from './getRepeatableTasks.ts';
import { getTaskFileContent } from './getTaskFileContent.ts';
import { getTaskFileSettings } from './getTaskFileSettings.ts';
import { getTaskFileTree } from './getTaskFileTree.ts';
import { listFlowHelperFiles } from './listFlowHelperFiles.ts';
import { listFlows } from './listFlows.ts';
import { listFlowTemplates } from './listFlowTemplates.ts';
import { listFlowVersions } from './listFlowVersions.ts';
import { listTaskFileBackends } from './listTaskFileBackends.ts';
import { reExecuteFromSnapshot } from './reExecuteFromSnapshot.ts';
import { reExecuteTaskResult } from './reExecuteTaskResult.ts';
import { reExecuteTasks } from './reExecuteTasks.ts';
import { saveFileContent } from './saveFileContent.ts';
import { saveFlow } from './saveFlow.ts';
import { validateFileContent } from './validateFileContent.ts';
import { validateFlow } from './validateFlow.ts';

export const handler = groupHandler({
  listFlows,
  saveFlow,
  listFlowTemplates,
  getFlowTemplate,
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
  getFileTree,
  getFileContent,
  saveFileContent,
  validateFileContent,
  downloadZipFile,
  getGitStatus,
  listFlowHelperFiles,
  getFlowHelperFile,
  listTaskFileBackends,
  getBackendConfig,
  getTaskFileSettings,
  getTaskFileTree,
  getTaskFileContent,
});
