import type { ExecutionSummary } from '#shared/store/executions.ts';

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
