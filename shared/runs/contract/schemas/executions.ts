import * as z from 'zod';
import { executionIdPattern, runIdPattern } from '#shared/runs/rules/ids.ts';
import { EXECUTION_STATUSES, TASK_STATUSES } from '#shared/runs/rules/statuses.ts';
import { completeUntil, instant, systemInfo } from '../../../api/schemas/common.ts';
import { attempt, direction, reportedPlace } from '../../../results/contract/schemas/task-results.ts';
import { inputValues, parameter, runParameters } from '../../../values/contract/schemas/parameters.ts';
import { claimWait } from '../../../workers/contract/schemas/claim-wait.ts';
import { executionId } from './run-ids.ts';

/** Wire shapes of calibration executions. */

/** Values of an execution's status. */
export const executionStatus = z.enum(EXECUTION_STATUSES);

/** Values of a task's status. */
export const taskStatus = z.enum(TASK_STATUSES);

/** The UUID of a run. */
export const flowRunId = z
  .string()
  .regex(runIdPattern, 'must be the UUID of a run')
  .transform((text) => text.toLowerCase())
  .meta({ override: { type: 'string', format: 'uuid' }, example: '0b6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11' });

/** The UUID of a run, or the id of its execution: QDash's clients send back whichever they were given. */
export const runOrExecutionId = z
  .string()
  .refine(
    (text) => runIdPattern.test(text) || executionIdPattern.test(text),
    "must be the UUID of a run or an execution id such as '20250301-004'",
  )
  .meta({ example: '0b6d6b0e-6f6f-4b9a-9c36-3f0f1c5a7d11' });

const executionFields = {
  project_id: z.string(),
  name: z.string().meta({ description: '`<display name>-<execution_id>`' }),
  execution_id: z.string(),
  status: executionStatus,
  chip_id: z.string(),
  flow_name: z.string(),
  user_id: z.string().nullable(),
  username: z.string(),
  created_at: instant.meta({ description: 'When it was asked for; of a run of the past, when it was recorded' }),
  start_at: instant.nullable(),
  end_at: instant.nullable(),
  elapsed_time: z.number().nullable().meta({ description: 'Seconds' }),
  message: z.string().meta({ description: 'Why it failed or was cancelled' }),
  tags: z.array(z.string()),
  note: z.record(z.string(), z.unknown()).meta({ description: 'Holds `flow_run_id`, the UUID of the run' }),
  cancel_requested_at: instant.nullable().meta({ description: 'Set while and after it is cancelled' }),
  recorded_later: z.boolean().meta({
    description: 'A lab has made it without the service and submitted it later, with its own times',
  }),
  calib_data_path: z.string().meta({ description: 'What the paths of all raw data of the run begin with' }),
  system_info: systemInfo.meta({
    description: '`updated_at`: when its status last changed, or its cancellation was asked for',
  }),
};

const progress = z.object({
  planned: z.int().nullable().meta({ description: 'Tasks of the plan; null where only the worker knows' }),
  by_status: z.partialRecord(taskStatus, z.int()),
});

/** The row of an execution list. */
export const executionSummary = z
  .object({
    ...executionFields,
    progress: progress.nullable().meta({
      description: 'Outcomes of its tasks; null until it has ended, and for a run that ended under an earlier version',
    }),
  })
  .meta({ id: 'ExecutionSummary' });

/** A task of an execution; with its parameters and paths where its result was asked for. */
export const executionTask = z
  .object({
    task_id: z.string(),
    name: z.string(),
    qid: z.string().meta({ description: 'Qubit or coupling id; empty for global and system tasks' }),
    direction: direction.optional(),
    ...reportedPlace,
    task_type: z.enum(['qubit', 'coupling', 'global', 'system']),
    status: taskStatus,
    message: z.string(),
    upstream_id: z.string(),
    stage: z.int().meta({ description: 'Position of its stage in the plan, from 0' }),
    attempt,
    username: z.string(),
    start_at: instant.nullable(),
    end_at: instant.nullable(),
    elapsed_time: z.string().nullable().meta({ description: '`H:MM:SS`' }),
    elapsed_seconds: z.number().nullable(),
    excluded: z.boolean().meta({ description: 'Left out of what is computed' }),
    default_view: z.boolean(),
    input_parameters: inputValues.optional(),
    output_parameters: z.record(z.string(), parameter).optional(),
    output_parameter_names: z.array(z.string()).optional(),
    run_parameters: runParameters.optional(),
    note: z.record(z.string(), z.unknown()).optional(),
    figure_path: z.array(z.string()).optional(),
    json_figure_path: z.array(z.string()).optional(),
    raw_data_path: z.array(z.string()).optional(),
    r2: z.number().nullable().optional().meta({ description: 'R² of the fit' }),
    cooldown_id: z.string().optional(),
  })
  .meta({ id: 'ExecutionTask' });

/** Tasks by what they ran on, in the order of the run. */
const groupedTasks = z
  .object({
    system_tasks: z.array(executionTask),
    global_tasks: z.array(executionTask),
    qubit_tasks: z.record(z.string(), z.array(executionTask)),
    coupling_tasks: z.record(z.string(), z.array(executionTask)),
  })
  .meta({ id: 'GroupedTaskResults' });

const traceAxis = z.object({ name: z.string(), unit: z.string() });

/** What the task of a worker's run has measured so far. */
const liveTrace = z
  .object({
    at: instant.meta({ description: 'When its worker sent it' }),
    task: z.string(),
    qid: z.string().nullable(),
    mux_id: z.int().nullable(),
    stage: z.int(),
    attempt: z.int(),
    x: traceAxis,
    y: traceAxis,
    lines: z
      .record(z.string(), z.array(z.array(z.number())))
      .meta({ description: 'Pairs of x and y, to a thousandth of their ranges, by qubit of a mux or by the target' }),
  })
  .meta({ id: 'LiveTrace' });

export const executionDetail = z
  .object({
    ...executionFields,
    flow_run_id: z.string(),
    flow_version: z.int().meta({ description: 'Version of the flow when it was started' }),
    runner: z.enum(['managed', 'worker']),
    backend: z.string(),
    simulated_values: z.enum(['trial', 'keep']).nullable().meta({
      description: "How the simulator's values are treated; null for a worker's run and for one of an earlier version",
    }),
    persist: z.boolean().meta({ description: 'False: its values become current only once an editor accepts them' }),
    parameters: z.record(z.string(), z.unknown()),
    source_execution_id: z.string().nullable().meta({ description: 'The execution that this one repeats' }),
    source_task_id: z.string().nullable().meta({ description: 'The task result that this one repeats' }),
    has_snapshot: z.boolean().meta({ description: 'Whether a snapshot of the start was kept' }),
    cancel_requested_by: z.string().nullable(),
    claim_timeout_seconds: z.int().nullable().meta({ description: 'Null where the service runs it itself' }),
    waiting_for: claimWait.nullable().meta({ description: 'Set until a worker has claimed it, and null otherwise' }),
    live_trace: liveTrace.nullable().meta({ description: 'Of the task that a worker is at, and null otherwise' }),
    progress,
    archived_tasks: z.int().meta({ description: 'Of its tasks, those whose results are in files and not in `task`' }),
    task: z.array(executionTask),
    task_result: groupedTasks.nullable().meta({ description: 'Set with `include=grouped`; `task` is empty then' }),
    task_page: z
      .object({ total: z.int(), skip: z.int(), limit: z.int() })
      .nullable()
      .meta({ description: 'Which of its tasks are there, with `include=results` and `grouped`; else null' }),
    complete_until: completeUntil('Everything that was written of its tasks'),
  })
  .meta({ id: 'ExecutionDetail' });

/** A run that holds a lock of the project. */
export const lockHolder = z
  .object({
    execution_id: z.string(),
    flow_run_id: z.string(),
    chip_id: z.string(),
    username: z.string(),
    status: executionStatus,
    acquired_at: instant,
    age_seconds: z.number(),
    cancel_requested_at: instant.nullable(),
  })
  .meta({ id: 'ExecutionLockHolder' });

/** Why an owner ends the run that holds the lock, and which they mean. */
export const forceUnlockBody = z
  .object({
    reason: z.string().max(500).nullish().meta({ description: 'Kept in the audit and on the execution' }),
    execution_id: executionId
      .nullish()
      .meta({ description: 'Ends this execution or none; absent: the only run that holds a lock' }),
  })
  .meta({ id: 'ForceUnlockExecution' });
