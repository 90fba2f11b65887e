import { editor, type Route, starting, user, viewer } from '../../../api/route.ts';

/** Flows with their files, and the starts of runs. */
export const flowsRoutes = {
  listFlows: { method: 'GET', path: '/flows', group: 'flows', ...viewer },
  saveFlow: { method: 'POST', path: '/flows', group: 'flows', ...editor },
  listFlowTemplates: { method: 'GET', path: '/flows/templates', group: 'exports', ...user },
  getFlowTemplate: { method: 'GET', path: '/flows/templates/{template_id}', group: 'exports', ...user },
  validateFlow: { method: 'POST', path: '/flows/validate', group: 'flows', ...viewer },
  getFlow: { method: 'GET', path: '/flows/{name}', group: 'flows', ...viewer },
  deleteFlow: { method: 'DELETE', path: '/flows/{name}', group: 'flows', ...editor },
  executeFlow: { method: 'POST', path: '/flows/{name}/execute', group: 'flows', ...editor, ...starting },
  listFlowVersions: { method: 'GET', path: '/flows/{name}/versions', group: 'flows', ...viewer },
  getFlowVersion: { method: 'GET', path: '/flows/{name}/versions/{version}', group: 'flows', ...viewer },
  // What starts runs is in one group, whose role may.
  reExecuteFromSnapshot: {
    method: 'POST',
    path: '/executions/{execution_id}/re-execute',
    group: 'flows',
    ...editor,
    ...starting,
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
    ...starting,
  },
  reExecuteTaskResult: {
    method: 'POST',
    path: '/task-results/{task_id}/re-execute',
    group: 'flows',
    ...editor,
    ...starting,
  },
} as const satisfies Record<string, Route>;
