import { editor, ofRun, type Route, uploading, viewer } from '../../../api/route.ts';

/** Task results, their tags, reviews, knowledge and exclusion. */
export const taskResultsRoutes = {
  listTaskResults: { method: 'GET', path: '/task-results', group: 'task-results', ...viewer },
  getLatestQubitTaskResults: { method: 'GET', path: '/task-results/qubits/latest', group: 'task-results', ...viewer },
  getLatestCouplingTaskResults: {
    method: 'GET',
    path: '/task-results/couplings/latest',
    group: 'task-results',
    ...viewer,
  },
  getHistoricalQubitTaskResults: {
    method: 'GET',
    path: '/task-results/qubits/history',
    group: 'task-results',
    ...viewer,
  },
  getHistoricalCouplingTaskResults: {
    method: 'GET',
    path: '/task-results/couplings/history',
    group: 'task-results',
    ...viewer,
  },
  getQubitTaskHistory: { method: 'GET', path: '/task-results/qubits/{qid}/history', group: 'task-results', ...viewer },
  getCouplingTaskHistory: {
    method: 'GET',
    path: '/task-results/couplings/{coupling_id}/history',
    group: 'task-results',
    ...viewer,
  },
  getTimeseriesTaskResults: { method: 'GET', path: '/task-results/timeseries', group: 'task-results', ...viewer },
  getTaskResult: { method: 'GET', path: '/tasks/{task_id}/result', group: 'task-results', ...viewer },
  listTasks: { method: 'GET', path: '/tasks', group: 'task-results', ...viewer },
  listTaskResultAiReviews: { method: 'GET', path: '/task-results/ai-review', group: 'task-results', ...viewer },
  upsertTaskResultAiReview: {
    method: 'PUT',
    path: '/task-results/{task_id}/ai-review',
    group: 'task-results',
    ...editor,
  },
  listTaskKnowledge: { method: 'GET', path: '/task-knowledge', group: 'task-results', ...viewer },
  getTaskKnowledge: { method: 'GET', path: '/tasks/{task_name}/knowledge', group: 'task-results', ...viewer },
  upsertTaskKnowledgeMarkdown: {
    method: 'PUT',
    path: '/tasks/{task_name}/knowledge/markdown',
    group: 'task-results',
    ...editor,
  },
  deleteTaskKnowledgeMarkdown: {
    method: 'DELETE',
    path: '/tasks/{task_name}/knowledge/markdown',
    group: 'task-results',
    ...editor,
  },
  listHeldMeasurements: { method: 'GET', path: '/task-results/held-values', group: 'task-results', ...viewer },
  decideHeldValues: {
    method: 'POST',
    path: '/task-results/held-values/decisions',
    group: 'task-results',
    ...editor,
  },
  setTaskResultExcluded: {
    method: 'POST',
    path: '/task-results/{task_id}/exclude',
    group: 'task-results',
    ...editor,
  },
  setTaskResultsExcluded: { method: 'POST', path: '/task-results/exclusions', group: 'task-results', ...editor },
  createUploads: {
    method: 'POST',
    path: '/workers/runs/{flow_run_id}/uploads',
    group: 'artifacts',
    ...editor,
    ...uploading,
    ...ofRun,
  },
} as const satisfies Record<string, Route>;
