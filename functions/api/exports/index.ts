import { groupHandler } from '../../http/group.ts';
import { exportChip, exportChipParameters, getDeviceTopology } from './exports.ts';
import {
  downloadZipFile,
  getFileContent,
  getFileTree,
  getFlowHelperFile,
  getGitStatus,
  listFlowHelperFiles,
  validateFileContent,
} from './files.ts';
import { getFlowTemplate, listFlowTemplates } from './flows.ts';
import {
  getBackendConfig,
  getTaskFileContent,
  getTaskFileSettings,
  getTaskFileTree,
  listTaskFileBackends,
} from './task-files.ts';

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
