import { elapsedText } from '#shared/domain/elapsed.ts';
import { claimTimeoutSeconds } from '#shared/domain/runs/claim-wait.ts';
import type { HeldBy } from '#shared/services/runs/lock/reconcile.ts';
import type { FoundExecution } from '#shared/services/runs/read-execution.ts';
import type { ExecutionSummary } from '#shared/store/runs/executions.ts';
import type { TaskRow } from '#shared/store/task-results/task-results.ts';
import { presentClaimWait } from '../claim-wait.ts';

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

export const presentExecution = ({ execution, tasks, wait, completeUntil }: Omit<FoundExecution, 'etag'>) => ({
  ...presentSummary(execution),
  flow_run_id: execution.flowRunId,
  flow_version: execution.flowVersion,
  runner: execution.runner,
  backend: execution.backend,
  parameters: execution.parameters,
  source_execution_id: textOf(execution.note.source_execution_id),
  source_task_id: textOf(execution.note.source_task_id),
  has_snapshot: execution.snapshot !== undefined,
  cancel_requested_by: execution.cancelRequestedBy ?? null,
  claim_timeout_seconds:
    execution.runner === 'worker' ? (execution.claimTimeoutSeconds ?? claimTimeoutSeconds.usual) : null,
  waiting_for: presentClaimWait(wait),
  progress: { planned: execution.plannedTasks ?? null, by_status: execution.taskCounts },
  task: tasks.map(presentTask),
  complete_until: completeUntil,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

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
