import { editor, ofRun, type Route, starting, uploading, viewer } from './route.ts';

/** Workers, and the queue that they take runs from. */
export const workersRoutes = {
  listWorkers: { method: 'GET', path: '/workers', group: 'workers', ...viewer },
  announceWorker: { method: 'POST', path: '/workers/tasks', group: 'workers', ...editor },
  claimRun: { method: 'POST', path: '/workers/claims', group: 'workers', ...editor },
  beginPastRun: { method: 'POST', path: '/workers/past-runs', group: 'workers', ...editor, ...starting },
  heartbeatRun: {
    method: 'POST',
    path: '/workers/runs/{flow_run_id}/heartbeat',
    group: 'workers',
    ...editor,
    ...ofRun,
  },
  getRunContext: { method: 'GET', path: '/workers/runs/{flow_run_id}/context', group: 'workers', ...viewer, ...ofRun },
  reportTaskResults: {
    method: 'POST',
    path: '/workers/runs/{flow_run_id}/task-results',
    group: 'workers',
    ...editor,
    ...ofRun,
  },
  createUploads: {
    method: 'POST',
    path: '/workers/runs/{flow_run_id}/uploads',
    group: 'artifacts',
    ...editor,
    ...uploading,
    ...ofRun,
  },
  appendRunLog: { method: 'POST', path: '/workers/runs/{flow_run_id}/log', group: 'workers', ...editor, ...ofRun },
  finishRun: { method: 'POST', path: '/workers/runs/{flow_run_id}/finish', group: 'workers', ...editor, ...ofRun },
  listRunLog: { method: 'GET', path: '/executions/{execution_id}/log', group: 'workers', ...viewer },
  queueFlow: { method: 'POST', path: '/flows/{name}/queue', group: 'run-queue', ...editor, ...starting },
  getRunQueue: { method: 'GET', path: '/executions/queue', group: 'run-queue', ...viewer },
  queueTask: { method: 'POST', path: '/executions/queue', group: 'run-queue', ...editor, ...starting },
  updateQueuedRun: { method: 'PATCH', path: '/executions/queue', group: 'run-queue', ...editor },
  deleteQueuedRun: { method: 'DELETE', path: '/executions/queue', group: 'run-queue', ...editor },
} as const satisfies Record<string, Route>;
