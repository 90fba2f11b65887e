import * as z from 'zod';
import { TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { completeUntil, instant, note, systemInfo } from '../../../api/schemas/common.ts';
import { taskId } from '../../../runs/contract/schemas/run-ids.ts';
import { gateMark } from '../../../values/contract/schemas/gate-mark.ts';
import { inputValues, parameter, runParameters } from '../../../values/contract/schemas/parameters.ts';

/** Wire shapes of task results, task definitions and what belongs to them. */

/** The name of a task. */
export const taskName = z
  .string()
  .refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 100, 'must be 1 to 100 characters')
  .meta({ minLength: 1, maxLength: 100, example: 'CheckT1' });

/** A day of the service's calendar. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-?\d{2}-?\d{2}$/, "must be a date such as '20250301'")
  .transform((text) => text.replaceAll('-', ''))
  .meta({ override: { type: 'string', pattern: '^\\d{4}-?\\d{2}-?\\d{2}$' }, example: '20250301' });

/** Of a result that was reported for the exchanged id of its coupling. */
export const direction = z.literal('inverse').meta({
  description: 'The coupling was named the other way round: its second qubit is the control; absent otherwise',
});

/** How a worker measured a result of a qubit together with others. */
export const reportedPlace = {
  mux_id: z.int().optional().meta({ description: 'The mux whose qubits were measured in one shot; absent otherwise' }),
  qid_role: z
    .enum(['control', 'target'])
    .optional()
    .meta({ description: 'Which qubit of the coupling whose task, `upstream_id`, measured it; absent otherwise' }),
};

/** Which try of its stage's task on its target. */
export const attempt = z
  .int()
  .nullable()
  .meta({ description: 'Which try of the task on its target, from 0; null in results of an earlier version' });

const stage = z.int().meta({ description: 'Position of its stage in the run, from 0' });

export const taskType = z.enum(['qubit', 'coupling', 'global', 'system']);

const measuredValues = z.record(z.string(), parameter);
const paths = z.array(z.string());
const elapsedTime = z.string().meta({ description: '`H:MM:SS`' });

/**
 * A result as the maps of latest results and histories hold it. What is not known is left out; a target without a
 * result has `name` and `status: "pending"` alone.
 */
export const taskResult = z
  .object({
    task_id: z.string().optional(),
    execution_id: z.string().optional(),
    qid: z.string().optional(),
    name: z.string(),
    upstream_id: z.string().optional(),
    status: z.enum(TASK_STATUSES),
    message: z.string().optional(),
    input_parameters: inputValues.optional(),
    output_parameters: measuredValues.optional(),
    output_parameter_names: z.array(z.string()).optional(),
    run_parameters: runParameters.optional(),
    note: z.record(z.string(), z.unknown()).optional(),
    figure_path: paths.optional(),
    json_figure_path: paths.optional(),
    raw_data_path: paths.optional(),
    start_at: instant.optional(),
    end_at: instant.optional(),
    elapsed_time: elapsedTime.optional(),
    elapsed_seconds: z.number().optional(),
    task_type: taskType.optional(),
    direction: direction.optional(),
    ...reportedPlace,
    stage: stage.optional(),
    attempt: attempt.optional(),
    r2: z.number().optional().meta({ description: 'R² of the fit' }),
    cooldown_id: z.string().optional(),
    excluded: z.boolean().optional().meta({ description: 'True if excluded; then only histories show it' }),
    excluded_reason: z.string().optional(),
    default_view: z.boolean(),
  })
  .meta({ id: 'TaskResult' });

const archivedMonths = z.array(z.string()).meta({
  description: 'UTC months of which results are in files and not considered',
});

/** The latest results of a task by qubit or coupling. */
export const latestTaskResults = z
  .object({
    task_name: z.string(),
    result: z.record(z.string(), taskResult),
    complete_until: completeUntil('Every result that was written').optional().meta({
      description:
        'Of a range of time: every result that was written until then is considered; null where that is not known',
    }),
    archived_months: archivedMonths.optional(),
  })
  .meta({ id: 'LatestTaskResults' });

/** Results of a task on one target, the newest first, by task id. */
export const taskHistory = z
  .object({
    name: z.string(),
    data: z.record(z.string(), taskResult),
    limit: z.int(),
    skip: z.int(),
    total: z.int().nullable().meta({
      description:
        'How many results there are; null where there are more than these and no `skip` was given, and where counting would read more than 10,000',
    }),
    has_more: z.boolean().meta({ description: 'There are older results than these' }),
    archived_months: archivedMonths,
    complete_until: completeUntil('Every result that was written'),
  })
  .meta({ id: 'TaskHistory' });

/** The row of a list of task results; what is not known is left out. */
export const taskResultListItem = z
  .object({
    task_id: z.string(),
    task_name: z.string(),
    task_type: taskType,
    qid: z.string(),
    direction: direction.optional(),
    ...reportedPlace,
    stage,
    attempt,
    chip_id: z.string(),
    status: z.enum(TASK_STATUSES),
    execution_id: z.string(),
    user_id: z.string().optional(),
    username: z.string(),
    message: z.string(),
    has_stack_trace: z.boolean(),
    source_task_id: z.string().optional(),
    queued_at: instant,
    start_at: instant.optional(),
    end_at: instant.optional(),
    elapsed_time: elapsedTime.optional(),
    elapsed_seconds: z.number().optional(),
    ai_review_status: z.string(),
    excluded: z.boolean(),
  })
  .meta({ id: 'TaskResultListItem' });

/** A value that a task reported and its qubit or coupling did not get. */
export const leftOutOutput = z.object({ metric: z.string(), reason: z.string() });

/** Everything about one task result. */
export const taskResultDetail = z
  .object({
    task_id: z.string(),
    task_name: z.string(),
    task_type: taskType,
    qid: z.string(),
    direction: direction.optional(),
    ...reportedPlace,
    stage,
    attempt,
    chip_id: z.string(),
    project_id: z.string(),
    status: z.enum(TASK_STATUSES),
    execution_id: z.string(),
    flow_run_id: z.string(),
    flow_name: z.string(),
    user_id: z.string().nullable(),
    username: z.string(),
    upstream_id: z.string(),
    figure_path: paths,
    json_figure_path: paths,
    raw_data_path: paths,
    input_parameters: inputValues,
    output_parameters: measuredValues,
    output_parameter_names: z.array(z.string()),
    gate_marks: z
      .record(z.string(), gateMark)
      .meta({ description: 'By parameter, where the write gate has said something' }),
    left_out: z.array(leftOutOutput).meta({
      description: 'Output parameters that are not values of the qubit or coupling, with the reason',
    }),
    run_parameters: runParameters,
    note: z.record(z.string(), z.unknown()),
    user_note: note
      .extend({ etag: z.string().meta({ description: 'For `If-Match` of a write of the note' }) })
      .meta({ id: 'TaskResultUserNote' }),
    ai_review_note: note,
    r2: z.number().nullable(),
    tags: z.array(z.string()),
    cooldown_id: z.string().meta({ description: 'The cool-down of the chip when this was written; empty for none' }),
    message: z.string(),
    stack_trace: z.string(),
    source_task_id: z.string().nullable(),
    re_executions: z
      .array(
        z.object({
          task_id: z.string(),
          task_name: z.string(),
          qid: z.string(),
          execution_id: z.string(),
          status: z.enum(TASK_STATUSES),
          start_at: instant.meta({ description: 'Until it has started, when it was queued' }),
        }),
      )
      .meta({ description: 'Results that repeat this one, the latest first, but for archived ones' }),
    update_params: z.boolean().meta({
      description: 'False for a repeat that was asked to leave current values and latest results alone',
    }),
    excluded: z.boolean(),
    excluded_reason: z.string(),
    excluded_by_user_id: z.string().nullable(),
    excluded_by: z.string().nullable(),
    excluded_at: instant.nullable(),
    queued_at: instant,
    start_at: instant.nullable(),
    end_at: instant.nullable(),
    elapsed_time: elapsedTime.nullable(),
    elapsed_seconds: z.number().nullable(),
    system_info: z.object({ created_at: instant, updated_at: instant }),
  })
  .meta({ id: 'TaskResultDetail' });

/** Whether a result is to be left out of what is computed, and why. */
const exclusionFields = {
  excluded: z.boolean(),
  reason: z
    .string()
    .refine((text) => text.isWellFormed() && [...text].length <= 500, 'must be at most 500 characters of Unicode')
    .default('')
    .meta({ maxLength: 500 }),
};

export const excludeTaskResultBody = z.object(exclusionFields).meta({ id: 'TaskResultExcludeRequest' });

/** Most results that one request excludes or includes. */
export const MOST_EXCLUDED = 50;

export const excludeTaskResultsBody = z
  .object({ ...exclusionFields, task_ids: z.array(taskId).min(1).max(MOST_EXCLUDED) })
  .meta({ id: 'ExcludeTaskResults' });

export const excludedTaskResults = z
  .object({
    changed: z.int().meta({ description: 'How many this call excluded or included' }),
    unchanged: z.int().meta({ description: 'How many were already so' }),
    refused: z.int(),
    results: z.array(
      z.object({
        task_id: z.string(),
        outcome: z.enum(['changed', 'unchanged', 'refused']),
        message: z.string().meta({ description: 'Why it was refused; else empty' }),
      }),
    ),
  })
  .meta({ id: 'ExcludedTaskResults' });

/** Whether a result is excluded, by whom and why. */
export const taskExclusion = z
  .object({
    task_id: z.string(),
    excluded: z.boolean(),
    excluded_reason: z.string(),
    excluded_by_user_id: z.string().nullable(),
    excluded_by: z.string().nullable(),
    excluded_at: instant.nullable(),
  })
  .meta({ id: 'TaskResultExcludeResponse' });

/** A parameter of a chip over time, by qubit or coupling, oldest value first. */
export const timeSeries = z
  .object({
    data: z.record(z.string(), z.array(parameter)),
    complete_until: completeUntil('Every value that was written'),
  })
  .meta({ id: 'TimeSeries' });

/** A task that the project has used. */
export const taskDefinition = z
  .object({
    name: z.string(),
    description: z.string(),
    backend: z.string().nullable(),
    task_type: taskType,
    is_mux_task: z.boolean().meta({ description: 'It measures the qubits of a mux at once' }),
    input_parameters: runParameters,
    output_parameters: runParameters,
    username: z.string(),
    project_id: z.string(),
    system_info: systemInfo.nullable().meta({ description: 'Null on one from before this was kept' }),
  })
  .meta({ id: 'TaskDefinition' });

/** A task that a worker has announced, for `queueTask`. */
export const runnableTask = z
  .object({
    name: z.string(),
    title: z.string().meta({ description: "The form's `title`, else the name" }),
    task_type: z.enum(['qubit', 'coupling', 'mux', 'global', 'system']),
    description: z.string(),
    worker: z.string(),
    backends: z.array(z.string()),
    form: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of its parameters' }),
    outputs: z.array(z.string()).meta({ description: 'The metrics that it measures' }),
    needs: z.array(z.string()).meta({ description: 'The metrics of its target that it starts from' }),
  })
  .meta({ id: 'RunnableTask' });
