import { elapsedText } from '#shared/kernel/rules/calendar.ts';
import type { TaskResultRecord, TaskRow } from '#shared/results/store/task-results.ts';
import { executionDetail, executionSummary, lockHolder } from '#shared/runs/contract/schemas/executions.ts';
import { rawDataFolder } from '#shared/runs/rules/artifact-path.ts';
import { claimTimeoutSeconds } from '#shared/runs/rules/claim-wait.ts';
import { allTasks } from '#shared/runs/rules/count-tasks.ts';
import { unpackTrace } from '#shared/runs/rules/live-trace.ts';
import { type ExecutionRecord, type ExecutionSummary, isRecordedLater } from '#shared/runs/store/executions.ts';
import type { LiveTraceRecord } from '#shared/runs/store/live-traces.ts';
import type { IncludedTasks } from '#shared/runs/verbs/execution-etag.ts';
import type { HeldBy } from '#shared/runs/verbs/lock/reconcile.ts';
import type { FoundExecution, ResultPage } from '#shared/runs/verbs/read-execution.ts';
import { claimWait } from '#shared/workers/contract/schemas/claim-wait.ts';
import { presentDirection } from '../chips/target.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';
import { presentMeasured } from './parameters.ts';

/** The fields of the list and the detail of an execution that are more than a rename. */
const summaryFields = (execution: ExecutionSummary) => ({
  name: `${execution.name}-${execution.executionId}`,
  elapsed_time: execution.elapsedSeconds,
  recorded_later: isRecordedLater(execution),
  calib_data_path: rawDataFolder(execution.projectId, textOf(execution.note.flow_run_id) ?? ''),
  system_info: { created_at: execution.createdAt, updated_at: changedAt(execution) },
});

/** The row of a list; a finished execution includes its counts of tasks by outcome. */
export const presentListed = (execution: ExecutionSummary) =>
  present(executionSummary, execution, {
    ...summaryFields(execution),
    progress: execution.outcome && progressOf(execution.outcome),
  });

/** When the status of an execution last changed, or its cancellation was asked for. */
const changedAt = ({ createdAt, startAt, endAt, cancelRequestedAt }: ExecutionSummary): string =>
  [createdAt, startAt, endAt, cancelRequestedAt].reduce<string>(
    (latest, at) => (at !== undefined && at > latest ? at : latest),
    createdAt,
  );

export const presentExecution = (
  { execution, tasks, results, live, wait, completeUntil }: Omit<FoundExecution, 'etag'>,
  include: IncludedTasks,
) =>
  present(executionDetail, execution, {
    ...summaryFields(execution),
    persist: execution.persist ?? true,
    source_execution_id: textOf(execution.note.source_execution_id),
    source_task_id: textOf(execution.note.source_task_id),
    has_snapshot: execution.snapshot !== undefined,
    claim_timeout_seconds:
      execution.runner === 'worker' && !execution.past
        ? (execution.claimTimeoutSeconds ?? claimTimeoutSeconds.usual)
        : null,
    waiting_for: wait && present(claimWait, wait),
    live_trace: live && presentTrace(live),
    progress: progressOf(execution),
    archived_tasks: allTasks(execution.archivedTasks ?? {}),
    task: include === 'grouped' ? [] : results ? presentResults(results) : tasks.map(presentTask),
    task_result: include === 'grouped' && results ? presentGroups(presentResults(results)) : null,
    task_page: results && { total: results.total, skip: results.skip, limit: results.limit },
    complete_until: completeUntil,
  });

function presentTrace({ at, trace: packed }: LiveTraceRecord) {
  const { task, qid, muxId = null, stage, attempt, x, y, lines } = unpackTrace(packed);
  return {
    at,
    ...{ task, qid: qid === '' ? null : qid, mux_id: muxId, stage, attempt, x, y },
    lines: mapValues(lines, (points) => points.map(([pointX, pointY]) => [pointX, pointY])),
  };
}

/** A worker's run may have more tasks than its worker had planned. */
function progressOf({ plannedTasks, taskCounts }: Pick<ExecutionRecord, 'plannedTasks' | 'taskCounts'>) {
  return {
    planned: plannedTasks === undefined ? null : Math.max(plannedTasks, allTasks(taskCounts)),
    by_status: taskCounts,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const presentTask = (task: TaskRow) => ({
  task_id: task.taskId,
  name: task.name,
  qid: task.qid,
  ...presentDirection(task),
  task_type: task.taskType,
  status: task.status,
  message: task.message,
  upstream_id: task.upstreamId,
  stage: task.stage,
  attempt: task.attempt ?? null,
  username: task.username,
  start_at: task.startAt ?? null,
  end_at: task.endAt ?? null,
  elapsed_time: task.elapsedSeconds === undefined ? null : elapsedText(task.elapsedSeconds),
  elapsed_seconds: task.elapsedSeconds ?? null,
  excluded: task.excluded ?? false,
  default_view: true,
});

type PresentedTask = ReturnType<typeof presentTask> & Partial<ReturnType<typeof presentResultFields>>;

/** The tasks of a page, with the fields that only their results have. */
function presentResults({ rows, records }: ResultPage): PresentedTask[] {
  const results = new Map(records.map((result) => [result.taskId, result]));
  return rows.map((task) => {
    const result = results.get(task.taskId);
    return { ...presentTask(task), ...(result ? presentResultFields(result) : {}) };
  });
}

const presentResultFields = (result: TaskResultRecord) => ({
  ...presentMeasured(result),
  r2: result.r2 ?? null,
  cooldown_id: result.cooldownId ?? '',
});

function presentGroups(tasks: readonly PresentedTask[]) {
  const of = (type: TaskRow['taskType']) => tasks.filter((task) => task.task_type === type);
  const byTarget = (type: TaskRow['taskType']) => Object.fromEntries(Map.groupBy(of(type), ({ qid }) => qid));
  return {
    system_tasks: of('system'),
    global_tasks: of('global'),
    qubit_tasks: byTarget('qubit'),
    coupling_tasks: byTarget('coupling'),
  };
}

/** A run that holds a lock, seen at an instant. */
export const presentHolder = ({ holder, execution }: HeldBy, now: Date) =>
  present(lockHolder, holder, {
    status: execution.status,
    age_seconds: Math.max(0, (now.getTime() - Date.parse(holder.acquiredAt)) / 1000),
    cancel_requested_at: execution.cancelRequestedAt,
  });
