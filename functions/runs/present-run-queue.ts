import { settledRun } from '#shared/runs/contract/schemas/run-queue.ts';
import { runInTheWay } from '#shared/runs/rules/lock.ts';
import type { QueuedRun, SettledRun } from '#shared/runs/store/run-queue.ts';
import { type QueuedStart, type ReadQueue, titleOf } from '#shared/runs/verbs/queue/run-queue.ts';
import { present } from '../http/present.ts';

/** A start that waits, or has an execution. */
export function presentQueuedStart({ run, executionId, behind, position, failure }: QueuedStart) {
  const { flowRunId, queuedAt } = run;
  const title = titleOf(run);
  const started = failure
    ? `${title}: run '${executionId}' failed: ${failure}`
    : `${title} execution started successfully`;
  const before = position === undefined || position === 1 ? '' : `, at position ${position}`;
  const queued = `${title} is queued${behind ? ` behind run '${behind.executionId}'` : ''}${before}`;
  const waits = position !== undefined;
  return {
    state: waits ? ('queued' as const) : ('started' as const),
    execution_id: executionId ?? null,
    flow_run_id: flowRunId,
    chip_id: chipOf(run),
    behind: behind?.executionId ?? null,
    position: position ?? null,
    queued_at: queuedAt,
    message: waits ? queued : started,
  };
}

export function presentQueue({ queue, holders, scope, estimates }: ReadQueue) {
  const waiting = queue.waiting.map((run, index) => ({
    ...presentWaiting(run),
    behind: runInTheWay(scope, holders, run.chipId)?.executionId ?? null,
    position: index + 1,
    estimated_start: estimates[index] ?? null,
  }));
  const settled = queue.settled.map(presentSettled);
  return { queued: waiting[0] ?? null, last: settled[0] ?? null, waiting, settled };
}

const presentWaiting = (run: QueuedRun) => ({
  flow_name: run.flowName,
  task_name: run.task ? run.flowName : null,
  chip_id: run.chipId ?? null,
  flow_run_id: run.flowRunId,
  // What `JSON.stringify` made of a map that the schema had accepted.
  parameters: JSON.parse(run.parameters) as Record<string, unknown>,
  queued_by: run.username,
  queued_at: run.queuedAt,
  schedule_id: run.firing?.scheduleId ?? null,
});

const chipOf = ({ chipId, task }: Pick<QueuedRun, 'chipId' | 'task'>): string | null => chipId ?? task?.chipId ?? null;

const presentSettled = (run: SettledRun) =>
  present(settledRun, run, {
    task_name: run.task ? run.flowName : null,
    chip_id: chipOf(run),
    queued_by: run.username,
    schedule_id: run.firing?.scheduleId,
  });
