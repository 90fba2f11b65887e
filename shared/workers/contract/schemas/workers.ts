import * as z from 'zod';
import { FINISH_STATUSES, LOG_LEVELS, STOP_REASONS } from '#shared/runs/rules/worker-protocol.ts';
import { storedMap } from '../../../api/schemas/bounded-json.ts';
import { chipId, instant, instantInput, metricKey } from '../../../api/schemas/common.ts';
import { direction, leftOutOutput } from '../../../results/contract/schemas/task-results.ts';
import {
  claimKey,
  mustStopFlag,
  reportedName,
  reportedTask,
  targetProblem,
  underClaim,
} from '../../../results/contract/schemas/uploads.ts';
import { storableNumber } from '../../../values/contract/schemas/parameters.ts';
import { workerStatus } from './claim-wait.ts';

/** Wire shapes of the worker protocol. */

const shortText = (longest: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && [...text].length <= longest, `must be at most ${longest} characters`)
    .meta({ maxLength: longest });

const name = (what: string) => chipId.meta({ description: what });

/** Seconds between heartbeats, and of silence after which a run is ended. */
const pace = {
  heartbeat_seconds: z.number().meta({ description: 'How often to send a heartbeat' }),
  window_seconds: z.number().meta({
    description:
      'Without a heartbeat for this long the run is ended; without a response for half of it, stop the hardware',
  }),
};

/** A worker asks for a run. */
export const claimRunBody = z
  .object({
    worker: name('The name of the worker, the same after a restart'),
    backends: z
      .array(name('A backend that it drives'))
      .min(1)
      .max(16)
      .meta({ description: '`parameters.backend` of a run chooses one; else it is `worker`' }),
    claim_key: claimKey.meta({
      format: 'uuid',
      description: 'Made for this claim, the same when it is repeated. Keep it secret',
    }),
    software: shortText(200).default('').meta({ description: 'Name and version of its program' }),
  })
  .meta({ id: 'ClaimRun' });

/** A run as sent to its worker. */
export const claimedRun = z
  .object({
    execution_id: z.string(),
    flow_run_id: z.string(),
    fence: z.int().meta({ description: 'Send it with every write for the run' }),
    resumed: z.boolean().meta({ description: 'The same worker held it before; what it wrote is kept' }),
    flow_name: z.string(),
    flow_version: z.int(),
    flow_function_name: z.string(),
    task_name: z
      .string()
      .nullable()
      .meta({ description: 'Of a run of one task, which has no code; `parameters` name its targets' }),
    code: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    chip_id: z.string(),
    backend: z.string(),
    username: z.string().meta({ description: 'Who started it' }),
    cooldown_id: z.string().nullable().meta({ description: 'The cool-down that the chip is in' }),
    persist: z.boolean().meta({ description: 'False: its values become current only once an editor accepts them' }),
    ...pace,
    created_at: instant,
  })
  .meta({ id: 'ClaimedRun' });

export const claimResponse = z
  .object({
    run: claimedRun.nullable(),
    retry_after_seconds: z.number().meta({ description: 'Without a run: when to ask again' }),
  })
  .meta({ id: 'RunClaim' });

const axis = z.object({ name: shortText(64).default(''), unit: z.string().max(32).default('') });
const noAxis = { name: '', unit: '' };
const points = z.array(z.tuple([storableNumber, storableNumber])).max(1000);

/** Longest trace in bytes of JSON. */
const traceBytes = 2048;

/** What a running task has measured so far. */
const trace = z
  .object({
    ...reportedName,
    qid: z.string().max(129).nullish().meta({ description: 'Qubit or coupling' }),
    mux_id: z.int().min(0).max(9999).nullish(),
    x: axis.default(noAxis),
    y: axis.default(noAxis),
    points: points.optional().meta({ description: 'Pairs of x and y' }),
    qubits: z.record(z.string().max(64), points).optional().meta({ description: 'Of a mux: the pairs by qubit' }),
  })
  .refine(
    (given) => new TextEncoder().encode(JSON.stringify(given)).length <= traceBytes,
    `must be at most ${traceBytes} bytes of JSON`,
  )
  .refine((given) => (given.points === undefined) !== (given.qubits === undefined), 'must have either points or qubits')
  .meta({ id: 'ReportedTrace' });

/** A worker is alive. */
export const heartbeatBody = z
  .object({
    ...underClaim,
    planned_tasks: z.int().min(0).max(1_000_000).optional().meta({ description: 'How many tasks the run will have' }),
    message: shortText(200).optional().meta({ description: 'What it is doing, shown in the list of workers' }),
    running: z.boolean().optional().meta({
      description:
        'A task runs: the next heartbeat is due after 1.5 s, so that a cancellation reaches the worker within 2 s',
    }),
    trace: trace.optional().meta({
      description: 'Points of the running task, drawn on the page of its run and replaced by the next; not kept',
    }),
  })
  .meta({ id: 'RunHeartbeat' });

export const heartbeatResponse = z
  .object({
    stop: z.boolean().meta({ description: 'Stop the hardware, then finish with `stopped`' }),
    reason: z.enum(STOP_REASONS).nullable(),
    ...pace,
  })
  .meta({ id: 'RunHeartbeatAnswer' });

const unit = z.string().max(32).default('');
const description = z.string().max(500).default('');

const measured = z.object({
  value: storableNumber,
  error: storableNumber.min(0).default(0).meta({ description: 'Standard error, never negative' }),
  unit,
  value_type: z.string().max(32).default('float'),
  description,
});
const values = z
  .record(metricKey, measured)
  .refine((map) => Object.keys(map).length <= 64, 'must name at most 64 values')
  .default({});

const runParameter = z.object({ value: z.unknown(), value_type: z.string().max(32).default(''), unit, description });
const runParameters = storedMap(
  z.record(metricKey, runParameter).refine((map) => Object.keys(map).length <= 64, 'must name at most 64 parameters'),
  { bytes: 16_384, depth: 12 },
).default({});

/** A value of a coupling's task may be one of its qubits. */
const outputs = z
  .record(
    metricKey,
    measured.extend({
      qid_role: z.enum(['control', 'target']).optional().meta({
        description: "Of a coupling's task: the value is of its control, which `qid` names first, or its target",
      }),
      parameter_name: metricKey
        .optional()
        .meta({ description: 'With `qid_role`: the metric, where it has another name' }),
    }),
  )
  .refine((map) => Object.keys(map).length <= 64, 'must name at most 64 values')
  .default({});

const paths = z.array(z.string().min(1).max(2048)).max(16).default([]);
const began = new Set(['running', 'completed', 'failed']);
const over = new Set(['completed', 'failed', 'skipped', 'cancelled']);

/** What a worker says about one qubit of a mux. */
const muxPart = z
  .object({
    status: z
      .enum(['completed', 'failed', 'skipped', 'cancelled'])
      .optional()
      .meta({ description: 'As the mux where absent' }),
    message: shortText(2000).optional(),
    input_parameters: values,
    run_parameters: runParameters,
    output_parameters: values,
    r2: storableNumber.nullish(),
    figures: paths,
    raw_data: paths,
  })
  .meta({ id: 'ReportedMuxQubit' });

/** What is wrong with the values of the qubits of a coupling. */
function* roleProblems(result: {
  task_type: string;
  output_parameters: Record<string, { qid_role?: string | undefined; parameter_name?: string | undefined }>;
}): Generator<{ path: string; message: string }> {
  const named = new Set<string>();
  for (const [name, { qid_role: role, parameter_name: metric }] of Object.entries(result.output_parameters)) {
    const path = `output_parameters.${name}`;
    if (role && result.task_type !== 'coupling')
      yield { path, message: 'has a qid_role, which only a value of a coupling has' };
    if (!role && metric !== undefined)
      yield { path, message: 'has a parameter_name, which only a value with a qid_role has' };
    const key = JSON.stringify([role, metric ?? name]);
    if (named.has(key)) yield { path, message: 'names the same value as another one' };
    named.add(key);
  }
}

/** What a worker says about one task. */
const reportedResult = z
  .object({
    ...reportedTask,
    status: z.enum(['scheduled', 'running', 'completed', 'failed', 'skipped', 'cancelled']),
    message: shortText(2000).default(''),
    stack_trace: shortText(16_000).optional(),
    input_parameters: values,
    run_parameters: runParameters,
    output_parameters: outputs,
    qubits: z
      .record(z.string().max(64), muxPart)
      .optional()
      .meta({ description: 'Of a mux: what was measured of each qubit; all of its qubits where none is named' }),
    persist: z.boolean().optional().meta({
      description: 'False: its values are kept and shown, and become current only once an editor accepts them',
    }),
    r2: storableNumber.nullish().meta({ description: 'R² of the fit' }),
    start_at: instantInput.nullish().meta({ description: 'Required once it runs' }),
    end_at: instantInput.nullish().meta({ description: 'Required once it has ended' }),
    figures: paths.meta({ description: 'Paths of `createUploads` for this very task' }),
    raw_data: paths.meta({ description: 'The same' }),
  })
  .superRefine((result, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const wrong = targetProblem(result);
    if (wrong) say(wrong.path, wrong.message);
    const isMux = result.task_type === 'mux';
    if (!isMux && result.qubits) say('qubits', 'are for a mux');
    if (isMux && Object.keys(result.output_parameters).length > 0)
      say('output_parameters', 'are of the qubits of a mux');
    for (const { path, message } of roleProblems(result)) say(path, message);
    // The qubits of a mux have its times.
    const parts = Object.values(result.qubits ?? {}).map(({ status = result.status }) => status);
    const statuses = [result.status, ...parts];
    const begun = statuses.find((status) => began.has(status));
    const ended = statuses.find((status) => over.has(status));
    if (!result.start_at && begun) say('start_at', `is needed for ${begun}`);
    if (!result.end_at && ended) say('end_at', `is needed for ${ended}`);
    if (result.start_at && result.end_at && result.end_at < result.start_at) say('end_at', 'is before start_at');
  })
  .meta({ id: 'ReportedResult' });

export const reportResultsBody = z
  .object({ ...underClaim, results: z.array(reportedResult).min(1).max(24) })
  .meta({ id: 'ReportTaskResults' });

/** The outcome of a value that a task reported. */
const valueState = z.object({
  state: z.enum(['current', 'held', 'faulty', 'refused', 'kept']).meta({
    description:
      '`current`: the value of the qubit or coupling; `held`: waits to be accepted; `faulty`: a mark replaces the value before; `refused`: cannot be or is not understood, and changes nothing; `kept`: with the result alone',
  }),
  reason: z.string().nullable().meta({ description: 'Why it is not current' }),
});

/** The outcome of the values of a result of one target. */
const reportedValues = {
  task_id: z.string(),
  outcome: z.enum(['written', 'repeated', 'late']).meta({
    description:
      '`repeated`: written before. `late`: the task was further already, and stays so, or it begins after the cancellation',
  }),
  values: z.record(z.string(), valueState).meta({
    description: 'The outcome of each output parameter; empty until the task has ended, and where it had already ended',
  }),
  left_out: z
    .array(leftOutOutput)
    .optional()
    .meta({ description: 'Output parameters that stay with the task result alone, and why; absent for none' }),
  warnings: z
    .array(leftOutOutput)
    .optional()
    .meta({ description: 'Output parameters that count, and what speaks against them; absent for none' }),
};

/** The outcome of each result. */
export const reportedResults = z
  .object({
    results: z.array(
      z.object({
        ...reportedValues,
        task: z.string(),
        qid: z.string(),
        mux_id: z.int().optional().meta({ description: 'Of a mux' }),
        stage: z.int(),
        attempt: z.int(),
        direction: direction.optional(),
        qubits: z
          .record(z.string(), z.object(reportedValues))
          .optional()
          .meta({ description: 'Of a mux: the same of each qubit' }),
      }),
    ),
    stop: mustStopFlag,
  })
  .meta({ id: 'TaskResultsReported' });

const logLevel = z.enum(LOG_LEVELS);

/** Largest number of a line. */
const lastLine = 99_999_999;

/** Lines of a run's log. */
export const appendLogBody = z
  .object({
    ...underClaim,
    sequence: z.int().min(0).max(lastLine).meta({ description: 'Number of the first line under this fence' }),
    lines: z
      .array(z.object({ at: instantInput, level: logLevel, text: shortText(4000) }))
      .min(1)
      .max(100),
  })
  .refine(({ sequence, lines }) => sequence + lines.length - 1 <= lastLine, {
    path: ['lines'],
    message: `must have no number above ${lastLine}`,
  })
  .meta({ id: 'AppendRunLog' });

/** Where the log goes on. */
export const appendedLog = z
  .object({ next_sequence: z.int().meta({ description: 'Number of the next line' }), stop: mustStopFlag })
  .meta({ id: 'RunLogAppended' });

/** One line of a run's log. */
export const logLine = z
  .object({
    fence: z.int().meta({ description: 'The fence of the claim that wrote it; line numbers restart with each claim' }),
    sequence: z.int(),
    at: instant,
    level: logLevel,
    text: z.string(),
  })
  .meta({ id: 'RunLogLine' });

/** The end of a worker's work. */
export const finishRunBody = z
  .object({
    ...underClaim,
    status: z
      .enum(FINISH_STATUSES)
      .meta({ description: '`stopped`: the hardware was stopped before its work was done' }),
    message: shortText(1000).default(''),
  })
  .meta({ id: 'FinishRun' });

/** How the end counts. */
export const finishedRun = z
  .object({
    execution_id: z.string(),
    status: z.enum(FINISH_STATUSES).meta({
      description: 'As it counts: a run that completed after its cancellation was asked for was `stopped`',
    }),
  })
  .meta({ id: 'RunFinished' });

export const seenWorker = z
  .object({
    worker: z.string(),
    backends: z.array(z.string()),
    software: z.string(),
    username: z.string().meta({ description: 'The user as whom it calls' }),
    status: workerStatus,
    execution_id: z.string().nullable().meta({ description: 'The run that it had when it was last seen' }),
    message: z.string(),
    last_seen_at: instant.meta({ description: 'To within a quarter of a minute' }),
    age_seconds: z.number(),
  })
  .meta({ id: 'SeenWorker' });
