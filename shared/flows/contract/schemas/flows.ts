import * as z from 'zod';
import { FLOW_CODE_LIMIT_BYTES, RESERVED_FLOW_NAMES } from '#shared/flows/rules/names.ts';
import { storedMap } from '../../../api/schemas/bounded-json.ts';
import { chipId, instant, visible } from '../../../api/schemas/common.ts';
import { taskId } from '../../../runs/contract/schemas/run-ids.ts';
import { claimTimeout, claimWait } from '../../../workers/contract/schemas/claim-wait.ts';
import { flowName } from './flow-name.ts';

/** Wire shapes of flows, their versions and templates. */

/** Who runs a flow: the service itself by the stages of its YAML, or a lab's worker (rule FLOW-2). */
const runner = z.enum(['managed', 'worker']);

const simulatedValues = z.enum(['trial', 'keep']).meta({
  description:
    "How the simulator's values are treated: `trial`: kept with their results alone; `keep`: current and in the histories. Where absent, a trial on a chip that an import or a worker gave values",
});

const map = z.record(z.string(), z.unknown());
export const boundedMap = storedMap(map, { bytes: 32_768, depth: 10 });

const code = z
  .string()
  .refine(
    (text) => new TextEncoder().encode(text).length <= FLOW_CODE_LIMIT_BYTES,
    `must be at most ${FLOW_CODE_LIMIT_BYTES} bytes of UTF-8`,
  )
  .meta({ description: 'YAML of a managed flow, or source in any language for a worker' });

const persistWords =
  'False: what the run measures is kept and shown, and becomes current only once an editor accepts it.';

const persist = z.boolean();

const row = {
  name: z.string(),
  project_id: z.string(),
  created_by: z.string(),
  username: z.string().meta({ description: 'The same as `created_by`' }),
  updated_by: z.string(),
  description: z.string(),
  chip_id: z.string(),
  flow_function_name: z.string(),
  file_path: z.string().meta({ description: 'Relative name of the source; it is read as `code`' }),
  deployment_id: z.string().nullable().meta({ description: 'Null: nothing needs to be deployed' }),
  tags: z.array(z.string()),
  runner,
  version: z.int().meta({ description: 'Raised by every save' }),
  created_at: instant,
  updated_at: instant,
};

export const flowSummary = z.object({ ...row, file_exists: z.boolean() }).meta({ id: 'FlowSummary' });

const storedClaimTimeout = z
  .int()
  .nullable()
  .meta({ description: 'How long its runs wait for a worker; null where the service runs it itself' });

export const flow = z
  .object({
    ...row,
    code: z.string(),
    default_parameters: map,
    default_run_parameters: map,
    claim_timeout_seconds: storedClaimTimeout,
    persist: persist.meta({ description: persistWords }),
    etag: z.string().meta({ description: 'As in the header, for `If-Match`' }),
  })
  .meta({ id: 'Flow' });

/** The new state of a flow; absent fields take their defaults. */
export const saveFlowBody = z
  .object({
    name: flowName
      .min(1)
      .refine((name) => !RESERVED_FLOW_NAMES.includes(name), `must not be one of ${RESERVED_FLOW_NAMES.join(', ')}`),
    code: code.refine((text) => text.trim() !== '', 'must not be empty'),
    chip_id: chipId,
    description: z.string().max(2000).default(''),
    flow_function_name: z.string().max(200).nullish().meta({ description: "The flow's name where absent" }),
    default_parameters: boundedMap.nullish(),
    default_run_parameters: boundedMap.nullish().meta({
      description: '`{param: {value, value_type}}` for all tasks, or `{TaskName: {param: {...}}}`',
    }),
    tags: z
      .array(visible(z.string().normalize('NFKC').min(1).max(100)))
      .max(50)
      .default([]),
    claim_timeout_seconds: claimTimeout,
    persist: persist.nullish().meta({
      description: `${persistWords} As the flow has it where absent; true for a new one`,
    }),
    runner: runner
      .nullish()
      .meta({ description: '`managed` for a YAML mapping with `stages`, else `worker`, where absent' }),
  })
  .meta({ id: 'SaveFlow' });

export const savedFlow = z
  .object({
    name: z.string(),
    file_path: z.string(),
    message: z.string(),
    runner,
    version: z.int(),
    updated_at: instant,
    etag: z.string(),
    warnings: z.array(z.string()).meta({ description: 'What may keep its runs from working, in sentences' }),
  })
  .meta({ id: 'SavedFlow' });

const versionRow = {
  name: z.string(),
  version: z.int(),
  runner,
  chip_id: z.string(),
  description: z.string(),
  flow_function_name: z.string(),
  file_path: z.string(),
  tags: z.array(z.string()),
  saved_by: z.string(),
  saved_at: instant,
};

export const flowVersionSummary = z.object(versionRow).meta({ id: 'FlowVersionSummary' });

/** One version with its source; it never changes. */
export const flowVersion = z
  .object({
    ...versionRow,
    code: z.string(),
    default_parameters: map,
    default_run_parameters: map,
    claim_timeout_seconds: storedClaimTimeout,
    persist: persist.meta({ description: persistWords }),
  })
  .meta({ id: 'FlowVersion' });

const templateRow = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  filename: z.string(),
  function_name: z.string(),
  runner,
};

export const flowTemplate = z.object(templateRow).meta({ id: 'FlowTemplate' });

/** A flow to start from, with its source. */
export const flowTemplateWithCode = z
  .object({ ...templateRow, code: z.string(), default_parameters: map })
  .meta({ id: 'FlowTemplateWithCode' });

/** What a run is started with, over the flow's default parameters. */
export const executeFlowBody = z
  .object({
    parameters: boundedMap.nullish(),
    claim_timeout_seconds: claimTimeout,
    persist: persist.nullish().meta({ description: `${persistWords} As the flow says where absent` }),
  })
  .meta({ id: 'ExecuteFlow' });

/** How an execution is run again; a field that is null is not given. */
export const reExecuteBody = z
  .object({
    flow_name: flowName.nullish().meta({ description: "The execution's own flow; another one is 400" }),
    parameter_overrides: boundedMap
      .nullable()
      .default({})
      .meta({ description: 'Over the parameters of the execution' }),
    from_snapshot_version: z
      .boolean()
      .nullable()
      .default(true)
      .meta({ description: 'False: the current flow instead of the version that ran' }),
  })
  .meta({ id: 'ReExecuteRequest' });

/** How one task is run again; a field that is null is not given. */
export const reExecuteTaskBody = z
  .object({
    // Under a name that is misspelt an override would be lost, and the task measured without it.
    parameter_overrides: z
      .strictObject({
        run: boundedMap.nullable().default({}).meta({ description: "The task's run parameters, by name" }),
        input: boundedMap.nullable().default({}).meta({
          description: 'Start values of the target, in the units of the result',
        }),
      })
      .nullish(),
    update_params: z.boolean().nullable().default(true),
    simulated_values: simulatedValues.nullish(),
    reconfigure: z
      .boolean()
      .nullable()
      .default(false)
      .meta({ description: 'Load the settings of the qubits into their control units first' }),
  })
  .meta({ id: 'Body_reExecuteTaskResult' });

/** The run that was started. */
export const executedFlow = z
  .object({
    execution_id: z.string().meta({ example: '20260731-000' }),
    flow_run_id: z.string().meta({ description: 'UUID of the run; what cancelling takes' }),
    flow_run_url: z.string(),
    qdash_ui_url: z.string().meta({ description: 'The page of the execution' }),
    message: z.string(),
    waiting_for: claimWait.nullable().meta({ description: 'For which workers it waits; null where none is needed' }),
    simulated_values: simulatedValues
      .nullable()
      .meta({ description: "How the simulator's values are treated; null for a worker's run" }),
  })
  .meta({ id: 'ExecutedFlow' });

/** Which tasks of a run are run again. */
export const repeatedTasks = z.enum(['failed', 'stale']).meta({
  description: '`failed`, or `stale`: those whose values count still and are older than their metric allows',
});

/** Most tasks that are chosen by their ids. */
const MOST_CHOSEN = 1000;

export const reExecuteTasksBody = z
  .object({
    which: z.enum([...repeatedTasks.options, 'chosen']).meta({
      description: 'As `GET /executions/{execution_id}/repeatable-tasks` has them, or `chosen`: those of `task_ids`',
    }),
    task_ids: z
      .array(taskId)
      .min(1)
      .max(MOST_CHOSEN)
      .nullish()
      .meta({ description: 'Of that run; with `chosen`, and with nothing else' }),
    simulated_values: simulatedValues.nullish().meta({
      description: "How the simulator's values are treated; as in that run where absent",
    }),
  })
  .meta({ id: 'ReExecuteTasks' });

export const repeatableTasks = z
  .object({
    execution_id: z.string(),
    flow_name: z.string(),
    chip_id: z.string(),
    backend: z.string(),
    total: z.int(),
    tasks: z
      .array(z.object({ task_id: z.string(), task_name: z.string(), task_type: z.string(), target_id: z.string() }))
      .meta({ description: 'In the order of the run; at most 1,000' }),
  })
  .meta({ id: 'RepeatableTasks' });

/** A source to look over, resolved on a chip where one is named. */
export const validateFlowBody = z
  .object({
    code,
    name: flowName.nullish().meta({ description: "Of a worker's flow: its form is found by it" }),
    chip_id: chipId.nullish(),
    runner: runner.nullish(),
    parameters: boundedMap.nullish().meta({ description: 'As a run would be started with' }),
  })
  .meta({ id: 'ValidateFlow' });

/** What is wrong with a source, and how many tasks a run of it would have. */
export const flowValidation = z
  .object({
    valid: z.boolean(),
    runner,
    problems: z.array(
      z.object({
        line: z.int().nullable().meta({ description: 'From 1; null where no place of the source is at fault' }),
        column: z.int().nullable(),
        message: z.string(),
        path: z.string().meta({ example: 'stages.0.tasks.1' }),
      }),
    ),
    task_count: z.int().nullable().meta({ description: 'Null without a chip, or where it is not valid' }),
    task_names: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The tasks of the run, each once, in order; null where `task_count` is' }),
    run_parameters: z
      .array(
        z.object({
          name: z.string(),
          value_type: z.enum(['int', 'float', 'str']),
          unit: z.string(),
          description: z.string(),
          values: z
            .array(z.union([z.number(), z.string()]))
            .meta({ description: 'Its value, with what `parameters` say: several if its tasks differ' }),
          accepts: z.string().meta({ example: 'a whole number from 1 to 1000' }),
          tasks: z.array(z.string()),
        }),
      )
      .nullable()
      .meta({
        description:
          "Parameters of its tasks that take one number or word, by name; null where `task_count` is. Lists and scans are not among them. Of a worker's flow those of its form; null where none was announced",
      }),
    form: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "Of a worker's flow: JSON Schema of its parameters, as announced; null where none was" }),
    simulated_values: simulatedValues
      .nullable()
      .meta({ description: 'What would become of its values; null where `task_count` is' }),
    chip_has_real_values: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether an import or a worker gave the chip values; null where `task_count` is' }),
  })
  .meta({ id: 'FlowValidation' });
