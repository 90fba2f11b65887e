import { editor, owner, type Route, starting, viewer } from '../../../api/route.ts';

/** Runs as they are read and ended. */
export const executionsRoutes = {
  listExecutions: { method: 'GET', path: '/executions', group: 'executions', ...viewer },
  getExecutionLockStatus: { method: 'GET', path: '/executions/lock-status', group: 'executions', ...viewer },
  forceUnlockExecution: { method: 'POST', path: '/executions/lock/force-unlock', group: 'run-queue', ...owner },
  getExecution: { method: 'GET', path: '/executions/{execution_id}', group: 'executions', ...viewer },
  cancelExecution: { method: 'POST', path: '/executions/{flow_run_id}/cancel', group: 'executions', ...editor },
  getChipDates: { method: 'GET', path: '/chips/{chip_id}/dates', group: 'executions', ...viewer },
  queueFlow: { method: 'POST', path: '/flows/{name}/queue', group: 'run-queue', ...editor, ...starting },
  getRunQueue: { method: 'GET', path: '/executions/queue', group: 'run-queue', ...viewer },
  queueTask: { method: 'POST', path: '/executions/queue', group: 'run-queue', ...editor, ...starting },
  updateQueuedRun: { method: 'PATCH', path: '/executions/queue', group: 'run-queue', ...editor },
  deleteQueuedRun: { method: 'DELETE', path: '/executions/queue', group: 'run-queue', ...editor },
} as const satisfies Record<string, Route>;
