/** Statuses of executions and tasks (rules RUN-2 and TASK-2). */

/** Values of an execution's status. */
export const EXECUTION_STATUSES = ['scheduled', 'running', 'completed', 'failed', 'cancelled'] as const;
/** An execution's status: `scheduled -> running -> completed | failed | cancelled` (rule RUN-2). */
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** Values of a task's status. */
export const TASK_STATUSES = [
  'scheduled',
  'running',
  'completed',
  'failed',
  'pending',
  'skipped',
  'cancelled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** True for an execution that nothing changes any more. */
export const isEnded = (status: ExecutionStatus): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** True for a task that has yet to end: what a cancellation closes. */
export const isOpen = (status: TaskStatus): boolean =>
  status === 'scheduled' || status === 'running' || status === 'pending';
