import { editor, ofRun, type Route, starting, viewer } from '../../../api/route.ts';

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
  appendRunLog: { method: 'POST', path: '/workers/runs/{flow_run_id}/log', group: 'workers', ...editor, ...ofRun },
  finishRun: { method: 'POST', path: '/workers/runs/{flow_run_id}/finish', group: 'workers', ...editor, ...ofRun },
  listRunLog: { method: 'GET', path: '/executions/{execution_id}/log', group: 'workers', ...viewer },
} as const satisfies Record<string, Route>;
