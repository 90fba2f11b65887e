import { groupHandler } from '../../http/group.ts';
import { downloadZipFile } from './downloadZipFile.ts';
import { exportChip } from './exportChip.ts';
import { exportChipParameters } from './exportChipParameters.ts';
import { getBackendConfig } from './getBackendConfig.ts';
import { getDeviceTopology } from './getDeviceTopology.ts';
import { getFileContent } from './getFileContent.ts';
import { getFileTree } from './getFileTree.ts';
import { getFlowHelperFile } from './getFlowHelperFile.ts';
import { getFlowTemplate } from './getFlowTemplate.ts';
import { getGitStatus } from './getGitStatus.ts';
import { getTaskFileContent } from './getTaskFileContent.ts';
import { getTaskFileSettings } from './getTaskFileSettings.ts';
import { getTaskFileTree } from './getTaskFileTree.ts';
import { listFlowHelperFiles } from './listFlowHelperFiles.ts';
import { listFlowTemplates } from './listFlowTemplates.ts';
import { listTaskFileBackends } from './listTaskFileBackends.ts';
import { validateFileContent } from './validateFileContent.ts';

export const handler = groupHandler({
  downloadZipFile,
  exportChip,
  exportChipParameters,
  getBackendConfig,
  getDeviceTopology,
  getFileContent,
  getFileTree,
  getFlowHelperFile,
  getFlowTemplate,
  getGitStatus,
  getTaskFileContent,
  getTaskFileSettings,
  getTaskFileTree,
  listFlowHelperFiles,
  listFlowTemplates,
  listTaskFileBackends,
  validateFileContent,
});
