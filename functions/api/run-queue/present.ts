import type { QueuedStart } from '#shared/services/run-queue/run-queue.ts';
import type { QueueAndLock } from '#shared/services/run-queue/start-queued.ts';

/** What became of a request to start a run when the lock is free. */
export function presentQueuedStart({ run, executionId, behind, failure }: QueuedStart) {
  const { flowName, flowRunId, queuedAt } = run;
  const queued = `Flow '${flowName}' is queued${behind ? ` behind run '${behind.executionId}'` : ''}`;
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
