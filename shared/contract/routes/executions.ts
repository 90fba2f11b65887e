import { editor, owner, type Route, viewer } from './route.ts';

/** Runs as they are read and ended. */
export const executionsRoutes = {
  listExecutions: { method: 'GET', path: '/executions', group: 'executions', ...viewer },
  getExecutionLockStatus: { method: 'GET', path: '/executions/lock-status', group: 'executions', ...viewer },
  forceUnlockExecution: { method: 'POST', path: '/executions/lock/force-unlock', group: 'run-queue', ...owner },
  getExecution: { method: 'GET', path: '/executions/{execution_id}', group: 'executions', ...viewer },
  cancelExecution: { method: 'POST', path: '/executions/{flow_run_id}/cancel', group: 'executions', ...editor },
  getChipDates: { method: 'GET', path: '/chips/{chip_id}/dates', group: 'executions', ...viewer },
} as const satisfies Record<string, Route>;
