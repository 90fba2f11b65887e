import { editor, type Route, user, viewer } from './route.ts';

/** Flows with their files, and the starts of runs. */
export const flowsRoutes = {
  listFlows: { method: 'GET', path: '/flows', group: 'flows', ...viewer },
  saveFlow: { method: 'POST', path: '/flows', group: 'flows', ...editor },
  listFlowTemplates: { method: 'GET', path: '/flows/templates', group: 'exports', ...user },
  getFlowTemplate: { method: 'GET', path: '/flows/templates/{template_id}', group: 'exports', ...user },
  validateFlow: { method: 'POST', path: '/flows/validate', group: 'flows', ...viewer },
  listFlowHelperFiles: { method: 'GET', path: '/flows/helpers', group: 'exports', ...viewer },
  getFlowHelperFile: { method: 'GET', path: '/flows/helpers/{filename}', group: 'exports', ...viewer },
  getFlow: { method: 'GET', path: '/flows/{name}', group: 'flows', ...viewer },
  deleteFlow: { method: 'DELETE', path: '/flows/{name}', group: 'flows', ...editor },
  executeFlow: { method: 'POST', path: '/flows/{name}/execute', group: 'flows', ...editor },
  listFlowVersions: { method: 'GET', path: '/flows/{name}/versions', group: 'flows', ...viewer },
  getFlowVersion: { method: 'GET', path: '/flows/{name}/versions/{version}', group: 'flows', ...viewer },
  getFileTree: { method: 'GET', path: '/files/tree', group: 'exports', ...viewer },
  getFileContent: { method: 'GET', path: '/files/content', group: 'exports', ...viewer },
  saveFileContent: { method: 'PUT', path: '/files/content', group: 'flows', ...editor },
  validateFileContent: { method: 'POST', path: '/files/validate', group: 'exports', ...user },
  downloadZipFile: { method: 'GET', path: '/files/zip', group: 'exports', ...viewer },
  getGitStatus: { method: 'GET', path: '/files/git/status', group: 'exports', ...viewer },
  listTaskFileBackends: { method: 'GET', path: '/task-files/backends', group: 'exports', ...user },
  getBackendConfig: { method: 'GET', path: '/task-files/backend-config', group: 'exports', ...user },
  getTaskFileSettings: { method: 'GET', path: '/task-files/settings', group: 'exports', ...user },
  getTaskFileTree: { method: 'GET', path: '/task-files/tree', group: 'exports', ...user },
  getTaskFileContent: { method: 'GET', path: '/task-files/content', group: 'exports', ...user },
  // What starts runs is in one group, whose role may.
  reExecuteFromSnapshot: {
    method: 'POST',
    path: '/executions/{execution_id}/re-execute',
    group: 'flows',
    ...editor,
  },
  getRepeatableTasks: {
    method: 'GET',
    path: '/executions/{execution_id}/repeatable-tasks',
    group: 'flows',
    ...viewer,
  },
  reExecuteTasks: {
    method: 'POST',
    path: '/executions/{execution_id}/re-execute-tasks',
    group: 'flows',
    ...editor,
  },
  reExecuteTaskResult: {
    method: 'POST',
    path: '/task-results/{task_id}/re-execute',
    group: 'flows',
    ...editor,
  },
} as const satisfies Record<string, Route>;
