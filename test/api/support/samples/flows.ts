import type { routes } from '#shared/api/routes.ts';
import { type SamplesOf, sampleFlow } from './sample.ts';

const samplePipeline = { targets: { qids: ['0'] }, steps: [{ type: 'CustomOneQubit', tasks: ['CheckT1'] }] };

export const flowsSamples = {
  listFlows: () => ({}),
  saveFlow: ({ fresh, chipId }) => ({
    body: { name: fresh.replaceAll('-', '_'), chip_id: chipId, code: sampleFlow },
  }),
  listFlowTemplates: () => ({}),
  getFlowTemplate: () => ({ params: { template_id: 'check_one_qubit' } }),
  getFileTree: () => ({}),
  getFileContent: ({ flowName }) => ({ query: { path: `flows/${flowName}/v1.yaml` } }),
  saveFileContent: ({ flowName }) => ({
    body: { path: `flows/${flowName}/v1.yaml`, content: `${sampleFlow}# later\n` },
  }),
  validateFileContent: () => ({ body: { content: sampleFlow, file_type: 'yaml' } }),
  downloadZipFile: ({ flowName }) => ({ query: { path: `flows/${flowName}` } }),
  getGitStatus: () => ({}),
  listFlowHelperFiles: () => ({}),
  getFlowHelperFile: ({ flowName }) => ({ params: { filename: `${flowName}.yaml` } }),
  listTaskFileBackends: () => ({}),
  getBackendConfig: () => ({}),
  getTaskFileSettings: () => ({}),
  getTaskFileTree: () => ({ query: { backend: 'simulator' } }),
  getTaskFileContent: () => ({ query: { path: 'simulator/1q_coarse/CheckT1.yaml' } }),
  validateFlow: ({ chipId }) => ({ body: { code: sampleFlow, chip_id: chipId } }),
  getFlow: ({ flowName }) => ({ params: { name: flowName } }),
  deleteFlow: ({ flowName }) => ({ params: { name: flowName } }),
  executeFlow: ({ flowName }) => ({ params: { name: flowName }, body: {} }),
  checkExecutionAvailability: ({ flowName, chipId }) => ({
    body: { flow_name: flowName, parameters: { chip_id: chipId } },
  }),
  getCalibrationPipelineCatalog: () => ({}),
  validateCalibrationPipeline: ({ chipId }) => ({ body: { chip_id: chipId, spec: samplePipeline } }),
  executeCalibrationPipeline: ({ chipId }) => ({ body: { chip_id: chipId, spec: samplePipeline } }),
  listFlowVersions: ({ flowName }) => ({ params: { name: flowName } }),
  getFlowVersion: ({ flowName }) => ({ params: { name: flowName, version: 1 } }),
  reExecuteFromSnapshot: ({ executionId }) => ({ params: { execution_id: executionId }, body: {} }),
  getRepeatableTasks: ({ executionId }) => ({ params: { execution_id: executionId }, query: { which: 'failed' } }),
  reExecuteTasks: ({ executionId }) => ({ params: { execution_id: executionId }, body: { which: 'failed' } }),
  reExecuteTaskResult: ({ taskId }) => ({ params: { task_id: taskId }, body: {} }),
} satisfies Partial<SamplesOf<typeof routes>>;
