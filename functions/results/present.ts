import { systemInfo } from '#shared/api/schemas/common.ts';
import { emptyNote } from '#shared/chips/store/chips.ts';
import type { LatticeRef } from '#shared/kernel/store/keys.ts';
import { noteEtag, setNoteOf } from '#shared/notes/verbs/etag.ts';
import {
  runnableTask,
  taskDefinition,
  taskResultDetail,
  taskResultListItem,
} from '#shared/results/contract/schemas/task-results.ts';
import type { TaskDefinitionRecord } from '#shared/results/store/task-registry.ts';
import type { TaskAnnotations, TaskResultRecord, TaskRow } from '#shared/results/store/task-results.ts';
import type { DatedResult, LatestByTarget } from '#shared/results/verbs/read/latest-results.ts';
import type { TaskHistory } from '#shared/results/verbs/read/task-history.ts';
import type { SeriesValue } from '#shared/results/verbs/read/timeseries.ts';
import type { RunnableTask } from '#shared/results/verbs/tasks/list-used.ts';
import { parameter } from '#shared/values/contract/schemas/parameters.ts';
import { leftOutOutputs } from '#shared/values/verbs/measured/target-values.ts';
import { presentDirection } from '../chips/target.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';
import { presentNote } from '../notes/present.ts';
import { presentInput, presentMeasured, presentOutputs } from '../runs/parameters.ts';
import { presentGateMark } from '../values/present.ts';

/** Seconds as `H:MM:SS`, hours not padded (rule TIME-6). */
function presentElapsed(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const elapsed = (seconds: number | undefined) =>
  seconds === undefined ? {} : { elapsed_time: presentElapsed(seconds), elapsed_seconds: seconds };

/** Whether a result is excluded, by whom and why. */
export const presentExclusion = (result: TaskAnnotations & Pick<TaskRow, 'excluded'>) => ({
  excluded: result.excluded ?? false,
  excluded_reason: result.excludedReason ?? '',
  excluded_by_user_id: result.excludedByUserId ?? null,
  excluded_by: result.excludedBy ?? null,
  excluded_at: result.excludedAt ?? null,
});

/** A result in a map of latest results or a history; unknown fields are left out. */
const presentResult = (
  result: DatedResult & Pick<TaskResultRecord, 'excluded' | 'excludedReason'>,
  subject: { name: string; qid: string; taskType: LatticeRef['kind'] },
) => ({
  task_id: result.taskId,
  execution_id: result.executionId,
  qid: subject.qid,
  ...presentDirection(result),
  name: subject.name,
  upstream_id: result.upstreamId,
  status: result.status,
  message: result.message,
  ...presentMeasured(result),
  ...(result.startAt === undefined ? {} : { start_at: result.startAt }),
  end_at: result.endAt,
  ...(result.stage === undefined ? {} : { stage: result.stage, attempt: result.attempt ?? null }),
  ...elapsed(result.elapsedSeconds),
  task_type: subject.taskType,
  ...(result.r2 === undefined ? {} : { r2: result.r2 }),
  ...(result.cooldownId === undefined ? {} : { cooldown_id: result.cooldownId }),
  ...(result.excluded ? { excluded: true, excluded_reason: result.excludedReason ?? '' } : {}),
  default_view: true,
});

/** The latest result of a task on a target; of one without a result that it is pending (rule QDASH-6). */
export const presentLatestOf = (
  result: DatedResult | undefined,
  of: { name: string; qid: string; taskType: LatticeRef['kind'] },
) =>
  result
    ? presentResult(result, of)
    : { name: of.name, status: 'pending' as const, default_view: of.taskType === 'qubit' };

/** Latest results on the wire: an entry for every target (rule QDASH-6). */
export const presentLatest = (latest: LatestByTarget, name: string, kind: LatticeRef['kind']) => ({
  task_name: name,
  result: Object.fromEntries(
    [...latest].map(([qid, result]) => [qid, presentLatestOf(result, { name, qid, taskType: kind })]),
  ),
});

/** A history on the wire, by task id in its order. */
export const presentHistory = (
  { results, total, hasMore, archivedMonths, completeUntil }: TaskHistory,
  name: string,
  page: { skip: number; limit: number },
) => ({
  name,
  data: Object.fromEntries(
    results.map((result) => [
      result.taskId,
      presentResult(
        { ...result, endAt: result.endAt ?? '' },
        { name, qid: result.qid, taskType: result.taskType === 'coupling' ? 'coupling' : 'qubit' },
      ),
    ]),
  ),
  ...page,
  total: total ?? null,
  has_more: hasMore,
  archived_months: archivedMonths,
  complete_until: completeUntil,
});

export const presentRow = (row: TaskRow) =>
  present(taskResultListItem, row, {
    task_name: row.name,
    direction: row.isInverse ? 'inverse' : undefined,
    elapsed_time: row.elapsedSeconds === undefined ? undefined : presentElapsed(row.elapsedSeconds),
    // No review is made yet.
    ai_review_status: '',
    excluded: row.excluded ?? false,
  });

/** Everything about a result, with those that repeat it. */
export const presentDetail = (result: TaskResultRecord, repeats: readonly TaskResultRecord[]) =>
  present(taskResultDetail, result, {
    task_name: result.name,
    direction: result.isInverse ? 'inverse' : undefined,
    figure_path: result.figurePaths,
    json_figure_path: result.jsonFigurePaths,
    raw_data_path: result.rawDataPaths,
    input_parameters: mapValues(result.inputParameters, presentInput),
    output_parameters: presentOutputs(result.outputParameters, result),
    gate_marks: mapValues(result.gateMarks ?? {}, presentGateMark),
    left_out: leftOutOutputs(result),
    user_note: { ...presentNote(result.userNote ?? emptyNote), etag: noteEtag(setNoteOf(result.userNote)) },
    ai_review_note: presentNote(result.aiReviewNote ?? emptyNote),
    cooldown_id: result.cooldownId ?? '',
    stack_trace: result.stackTrace ?? '',
    re_executions: repeats.map(presentRepeat),
    update_params: !result.trial,
    ...presentExclusion(result),
    elapsed_time: result.elapsedSeconds === undefined ? null : presentElapsed(result.elapsedSeconds),
    system_info: present(systemInfo, result),
  });

const presentRepeat = (repeat: TaskResultRecord) =>
  present(taskResultDetail.shape.re_executions.element, repeat, {
    task_name: repeat.name,
    start_at: repeat.startAt ?? repeat.queuedAt,
  });

export const presentSeriesValue = (value: SeriesValue) =>
  present(parameter, value, {
    parameter_name: value.metric,
    qid_role: '',
    value_type: 'float',
    error: value.error ?? 0,
    description: '',
    calibrated_at: value.at,
    execution_id: value.executionId ?? '',
    task_id: value.taskId ?? '',
  });

export const presentDefinition = (task: TaskDefinitionRecord) =>
  present(taskDefinition, task, {
    is_mux_task: task.isMuxTask ?? false,
    system_info: task.createdAt === undefined ? null : unchangedSince(task.createdAt),
  });

/** A task that a worker can run by itself. */
export const presentRunnable = (task: RunnableTask) =>
  present(runnableTask, task, {
    title: typeof task.form.title === 'string' ? task.form.title : task.name,
    outputs: Object.keys(task.outputs),
  });

/** For records that are written once. */
const unchangedSince = (createdAt: string) => ({ created_at: createdAt, updated_at: createdAt });
