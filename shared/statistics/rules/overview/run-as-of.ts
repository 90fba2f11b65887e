import type { ExecutionStatus, TaskStatus } from '../../../runs/rules/statuses.ts';

/** What a run says of its course. */
interface RunCourse {
  status: ExecutionStatus;
  message: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
  taskCounts: Partial<Record<TaskStatus, number>>;
}

/** What a task result says of its course. */
export interface TaskCourse {
  status: TaskStatus;
  queuedAt: string;
  startAt?: string | undefined;
  endAt?: string | undefined;
}

/** Whether a run was not over at an instant. */
export const isOverLater = ({ endAt }: Pick<RunCourse, 'endAt'>, asOf: string): boolean =>
  endAt === undefined || endAt > asOf;

/** The state at an instant of a run that was not over then, by the times of its task results (rule OVERVIEW-7). */
export function runAsOf<R extends RunCourse>(run: R, tasks: readonly TaskCourse[], asOf: string): R {
  const hasStarted = run.startAt !== undefined && run.startAt <= asOf;
  const taskCounts: RunCourse['taskCounts'] = {};
  for (const task of tasks) {
    if (task.queuedAt > asOf) continue;
    const status = taskStatusAsOf(task, asOf);
    taskCounts[status] = (taskCounts[status] ?? 0) + 1;
  }
  return {
    ...run,
    status: hasStarted ? 'running' : 'scheduled',
    message: '',
    startAt: hasStarted ? run.startAt : undefined,
    endAt: undefined,
    taskCounts,
  };
}

function taskStatusAsOf({ status, startAt, endAt }: TaskCourse, asOf: string): TaskStatus {
  if (endAt !== undefined && endAt <= asOf) return status;
  return startAt !== undefined && startAt <= asOf ? 'running' : 'scheduled';
}
