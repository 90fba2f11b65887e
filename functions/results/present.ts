import { emptyNote } from '#shared/chips/store/chips.ts';
import type { LatticeRef } from '#shared/kernel/store/keys.ts';
import { noteEtag, setNoteOf } from '#shared/notes/verbs/etag.ts';
import type { TaskDefinitionRecord, UsedNameRecord } from '#shared/results/store/task-registry.ts';
import type { TaskAnnotations, TaskResultRecord, TaskRow } from '#shared/results/store/task-results.ts';
import type { DatedResult, LatestByTarget } from '#shared/results/verbs/read/latest-results.ts';
import type { TaskHistory } from '#shared/results/verbs/read/task-history.ts';
import type { SeriesValue } from '#shared/results/verbs/read/timeseries.ts';
import type { RunnableTask } from '#shared/results/verbs/tasks/list-used.ts';
import { leftOutOutputs } from '#shared/values/verbs/measured/target-values.ts';
import { presentDirection } from '../chips/target.ts';
import { mapValues } from '../http/map-values.ts';
import { presentNote } from '../notes/present.ts';
import { presentInput, presentMeasured, presentOutputs, presentRunParameter } from '../runs/parameters.ts';
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
  { results, total, hasMore, completeUntil }: TaskHistory,
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
  complete_until: completeUntil,
});

export const presentRow = (row: TaskRow) => ({
  task_id: row.taskId,
  task_name: row.name,
  task_type: row.taskType,
  qid: row.qid,
  ...presentDirection(row),
  stage: row.stage,
  attempt: row.attempt ?? null,
  chip_id: row.chipId,
  status: row.status,
  execution_id: row.executionId,
  ...(row.userId === undefined ? {} : { user_id: row.userId }),
  username: row.username,
  message: row.message,
  has_stack_trace: row.hasStackTrace,
  ...(row.sourceTaskId === undefined ? {} : { source_task_id: row.sourceTaskId }),
  queued_at: row.queuedAt,
  ...(row.startAt === undefined ? {} : { start_at: row.startAt }),
  ...(row.endAt === undefined ? {} : { end_at: row.endAt }),
  ...elapsed(row.elapsedSeconds),
  // No review is made yet.
  ai_review_status: '',
  excluded: row.excluded ?? false,
});

/** Everything about a result, with those that repeat it. */
export const presentDetail = (result: TaskResultRecord, repeats: readonly TaskResultRecord[]) => ({
  task_id: result.taskId,
  task_name: result.name,
  task_type: result.taskType,
  qid: result.qid,
  ...presentDirection(result),
  stage: result.stage,
  attempt: result.attempt ?? null,
  chip_id: result.chipId,
  project_id: result.projectId,
  status: result.status,
  execution_id: result.executionId,
  flow_run_id: result.flowRunId,
  flow_name: result.flowName,
  user_id: result.userId ?? null,
  username: result.username,
  upstream_id: result.upstreamId,
  figure_path: result.figurePaths,
  json_figure_path: result.jsonFigurePaths,
  raw_data_path: result.rawDataPaths,
  input_parameters: mapValues(result.inputParameters, presentInput),
  output_parameters: presentOutputs(result.outputParameters, result),
  output_parameter_names: result.outputParameterNames,
  gate_marks: mapValues(result.gateMarks ?? {}, presentGateMark),
  left_out: leftOutOutputs(result),
  run_parameters: mapValues(result.runParameters, presentRunParameter),
  note: result.note,
  user_note: { ...presentNote(result.userNote ?? emptyNote), etag: noteEtag(setNoteOf(result.userNote)) },
  ai_review_note: presentNote(result.aiReviewNote ?? emptyNote),
  r2: result.r2 ?? null,
  tags: result.tags,
  cooldown_id: result.cooldownId ?? '',
  message: result.message,
  stack_trace: result.stackTrace ?? '',
  source_task_id: result.sourceTaskId ?? null,
  re_executions: repeats.map(presentRepeat),
  update_params: !result.trial,
  ...presentExclusion(result),
  queued_at: result.queuedAt,
  start_at: result.startAt ?? null,
  end_at: result.endAt ?? null,
  elapsed_time: result.elapsedSeconds === undefined ? null : presentElapsed(result.elapsedSeconds),
  elapsed_seconds: result.elapsedSeconds ?? null,
  system_info: { created_at: result.createdAt, updated_at: result.updatedAt },
});

const presentRepeat = (repeat: TaskResultRecord) => ({
  task_id: repeat.taskId,
  task_name: repeat.name,
  qid: repeat.qid,
  execution_id: repeat.executionId,
  status: repeat.status,
  start_at: repeat.startAt ?? repeat.queuedAt,
});

export const presentSeriesValue = (value: SeriesValue) => ({
  parameter_name: value.metric,
  qid_role: '',
  value: value.value,
  value_type: 'float',
  error: value.error ?? 0,
  unit: value.unit,
  description: '',
  calibrated_at: value.at,
  execution_id: value.executionId ?? '',
  task_id: value.taskId ?? '',
  source: value.source,
});

export const presentDefinition = (task: TaskDefinitionRecord) => ({
  name: task.name,
  description: task.description,
  backend: task.backend ?? null,
  task_type: task.taskType,
  is_mux_task: task.isMuxTask ?? false,
  input_parameters: mapValues(task.inputParameters, presentRunParameter),
  output_parameters: mapValues(task.outputParameters, presentRunParameter),
  username: task.username,
  project_id: task.projectId,
  system_info: task.createdAt === undefined ? null : unchangedSince(task.createdAt),
});

/** A task that a worker can run by itself. */
export const presentRunnable = ({ taskType, ...task }: RunnableTask) => ({
  ...task,
  title: typeof task.form.title === 'string' ? task.form.title : task.name,
  task_type: taskType,
  outputs: Object.keys(task.outputs),
});

/** A backend or tag. */
export const presentUsed = ({ name, username, projectId, createdAt }: UsedNameRecord) => ({
  name,
  username,
  project_id: projectId,
  system_info: unchangedSince(createdAt),
});

/** For records that are written once. */
const unchangedSince = (createdAt: string) => ({ created_at: createdAt, updated_at: createdAt });
