import { elapsedText } from '#shared/domain/elapsed.ts';
import type { HeldBy } from '#shared/services/runs/reconcile.ts';
import type { QueuedStart } from '#shared/services/runs/run-queue.ts';
import type { QueueAndLock } from '#shared/services/runs/start-queued.ts';
import type { ExecutionRecord, ExecutionSummary } from '#shared/store/executions.ts';
import type { TaskRow } from '#shared/store/task-results.ts';

/** The fields that the list and the detail of an execution share. */
export const presentSummary = (execution: ExecutionSummary) => ({
  name: `${execution.name}-${execution.executionId}`,
  execution_id: execution.executionId,
  status: execution.status,
  chip_id: execution.chipId,
  flow_name: execution.flowName,
  user_id: execution.userId ?? null,
  username: execution.username,
  created_at: execution.createdAt,
  start_at: execution.startAt ?? null,
  end_at: execution.endAt ?? null,
  elapsed_time: execution.elapsedSeconds ?? null,
  message: execution.message,
  tags: execution.tags,
  note: execution.note,
  cancel_requested_at: execution.cancelRequestedAt ?? null,
});

/** An execution with its tasks. */
export const presentExecution = (execution: ExecutionRecord, tasks: readonly TaskRow[]) => ({
  ...presentSummary(execution),
  flow_run_id: execution.flowRunId,
  flow_version: execution.flowVersion,
  runner: execution.runner,
  backend: execution.backend,
  parameters: execution.parameters,
  cancel_requested_by: execution.cancelRequestedBy ?? null,
  progress: { planned: execution.plannedTasks ?? null, by_status: execution.taskCounts },
  task: tasks.map(presentTask),
});

const presentTask = (task: TaskRow) => ({
  task_id: task.taskId,
  name: task.name,
  qid: task.qid,
  task_type: task.taskType,
  status: task.status,
  message: task.message,
  upstream_id: task.upstreamId,
  stage: task.stage,
  username: task.username,
  start_at: task.startAt ?? null,
  end_at: task.endAt ?? null,
  elapsed_time: task.elapsedSeconds === undefined ? null : elapsedText(task.elapsedSeconds),
  elapsed_seconds: task.elapsedSeconds ?? null,
  excluded: task.excluded ?? false,
  default_view: true,
});

/** Who holds a lock, seen at an instant. */
export const presentHolder = ({ holder, execution }: HeldBy, now: Date) => ({
  execution_id: holder.executionId,
  flow_run_id: holder.flowRunId,
  chip_id: holder.chipId,
  username: holder.username,
  status: execution.status,
  acquired_at: holder.acquiredAt,
  age_seconds: Math.max(0, (now.getTime() - Date.parse(holder.acquiredAt)) / 1000),
  cancel_requested_at: execution.cancelRequestedAt ?? null,
});

/** What became of a request to start a run when the lock is free. */
export function presentQueuedStart({ run, executionId, behind, failure }: QueuedStart) {
  const { flowName, flowRunId, queuedAt } = run;
  const queued = `Flow '${flowName}' is queued${behind ? ` behind execution '${behind.executionId}'` : ''}`;
  const started = failure
    ? `Flow '${flowName}' was not started: ${failure}`
    : `Flow '${flowName}' execution started successfully`;
  const waits = executionId === undefined && failure === undefined;
  return {
    state: waits ? ('queued' as const) : ('started' as const),
    execution_id: executionId ?? null,
    flow_run_id: flowRunId,
    behind: behind?.executionId ?? null,
    queued_at: queuedAt,
    message: waits ? queued : started,
  };
}

/** The queue of a project. */
export function presentQueue({ queue, holder }: QueueAndLock) {
  const { queued, last } = queue ?? {};
  return {
    queued: queued
      ? {
          flow_name: queued.flowName,
          flow_run_id: queued.flowRunId,
          // What `JSON.stringify` made of a map that the schema had accepted.
          parameters: JSON.parse(queued.parameters) as Record<string, unknown>,
          queued_by: queued.username,
          queued_at: queued.queuedAt,
          behind: holder?.executionId ?? null,
        }
      : null,
    last: last
      ? {
          flow_name: last.flowName,
          flow_run_id: last.flowRunId,
          queued_by: last.username,
          queued_at: last.queuedAt,
          outcome: last.outcome,
          at: last.at,
          execution_id: last.executionId ?? null,
          message: last.message,
        }
      : null,
  };
}
