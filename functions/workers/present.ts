import type { RequestOf } from '#shared/api/define.ts';
import { workerHeartbeatSeconds } from '#shared/runs/orchestration/worker-window.ts';
import type { LiveTrace } from '#shared/runs/rules/live-trace.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import { onlyTaskOf } from '#shared/runs/verbs/only-task.ts';
import type { workerOperations } from '#shared/workers/contract/operations/workers.ts';
import { claimedRun, seenWorker } from '#shared/workers/contract/schemas/workers.ts';
import type { Announcement } from '#shared/workers/verbs/announce.ts';
import type { ClaimedRun, ClaimResponse } from '#shared/workers/verbs/claim-run.ts';
import type { SentResult } from '#shared/workers/verbs/expand-results.ts';
import type { SeenWorker } from '#shared/workers/verbs/presence/list-workers.ts';
import type { ReportedTask } from '#shared/workers/verbs/report-results.ts';
import type { ReportedResult } from '#shared/workers/verbs/reported-result.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';

type Body<Id extends keyof typeof workerOperations> = RequestOf<(typeof workerOperations)[Id]>['body'];
type WireResult = Body<'reportTaskResults'>['results'][number];

/** How often a worker is to say that it is alive, and for how long it may be silent. */
export const presentPace = (windowSeconds: number, isRunning = false) => ({
  heartbeat_seconds: workerHeartbeatSeconds(windowSeconds, isRunning),
  window_seconds: windowSeconds,
});

export const presentClaim = (response: ClaimResponse, windowSeconds: number) => ({
  run: response.run ? presentRun(response.run, windowSeconds) : null,
  retry_after_seconds: response.retryAfterSeconds,
});

const presentRun = ({ execution, claim, functionName, ...run }: ClaimedRun, windowSeconds: number) =>
  present(
    claimedRun,
    { ...execution, ...run },
    {
      fence: claim.fence,
      resumed: claim.resumed,
      flow_function_name: functionName,
      task_name: onlyTaskOf(execution),
      persist: execution.persist ?? true,
      ...presentPace(windowSeconds),
    },
  );

/** What a worker announces. */
export const parseAnnouncement = ({ tasks, flows, ...worker }: Body<'announceWorker'>): Announcement => ({
  ...worker,
  tasks: tasks.map(({ task_type: taskType, ...task }) => ({ ...task, taskType })),
  flows,
});

/** What a task measures at the moment. */
export const parseTrace = (trace: NonNullable<Body<'heartbeatRun'>['trace']>): LiveTrace => ({
  task: trace.task,
  qid: trace.qid ?? '',
  muxId: trace.mux_id ?? undefined,
  stage: trace.stage,
  attempt: trace.attempt,
  x: trace.x,
  y: trace.y,
  lines: trace.qubits ?? { [trace.qid ?? '']: trace.points ?? [] },
});

type WireValue = WireResult['input_parameters'][string];

/** A measured value of the wire as results keep it. */
const parseOutput = ({ value, error, unit, description, value_type: type }: WireValue): OutputParameter => ({
  ...{ value, error, unit, description },
  valueType: type === 'int' ? 'int' : 'float',
});

const parseValues = (values: Record<string, WireValue>): ReportedResult['outputParameters'] =>
  mapValues(values, (value) => parseOutput(value));

const parseRunParameters = (parameters: WireResult['run_parameters']): ReportedResult['runParameters'] =>
  mapValues(parameters, ({ value, value_type: valueType, unit, description }) => ({
    value: value ?? null,
    ...{ valueType, unit, description },
  }));

/** What a worker says about a task. */
export function parseResult(result: WireResult): SentResult {
  const outputs = Object.entries(result.output_parameters);
  const own = outputs.filter(([, { qid_role: role }]) => role === undefined);
  return {
    task: result.task,
    taskType: result.task_type,
    qid: result.qid ?? '',
    muxId: result.mux_id ?? undefined,
    stage: result.stage,
    attempt: result.attempt,
    status: result.status,
    message: result.message,
    stackTrace: result.stack_trace,
    inputParameters: parseValues(result.input_parameters),
    runParameters: parseRunParameters(result.run_parameters),
    outputParameters: mapValues(Object.fromEntries(own), parseOutput),
    roleOutputs: Object.fromEntries(
      outputs.flatMap(([name, output]) => {
        const { qid_role: role, parameter_name: metric = name } = output;
        return role ? [[name, { ...parseOutput(output), role, metric }]] : [];
      }),
    ),
    qubits: mapValues(result.qubits ?? {}, (part) => ({
      ...(part.status === undefined ? {} : { status: part.status }),
      ...(part.message === undefined ? {} : { message: part.message }),
      r2: part.r2 ?? undefined,
      inputParameters: parseValues(part.input_parameters),
      runParameters: parseRunParameters(part.run_parameters),
      outputParameters: parseValues(part.output_parameters),
      figures: part.figures,
      rawData: part.raw_data,
    })),
    persist: result.persist,
    r2: result.r2 ?? undefined,
    startAt: result.start_at ?? undefined,
    endAt: result.end_at ?? undefined,
    figures: result.figures,
    rawData: result.raw_data,
  };
}

/**
 * The outcomes of the reported results. Results of a mux are answered by qubit; values with a role include their
 * coupling.
 */
export const presentReported = (sent: readonly WireResult[], all: readonly ReportedTask[]) =>
  sent.map((result, n) => {
    const parts = all.filter(({ from }) => from === n);
    const [own, ...roles] = parts;
    const name = { task: result.task, stage: result.stage, attempt: result.attempt };
    if (result.task_type === 'mux')
      return {
        ...{ ...name, qid: '', mux_id: result.mux_id ?? 0, task_id: own?.taskId ?? '' },
        outcome: outcomeOf(parts),
        values: {},
        qubits: Object.fromEntries(roles.map((part) => [part.qid, presentValues([part])])),
      };
    return {
      ...name,
      qid: own?.qid ?? '',
      ...(own?.isInverse ? { direction: 'inverse' as const } : {}),
      ...presentValues(own ? [own, ...roles] : []),
    };
  });

/** Of one result, or of one with those of its roles. */
const presentValues = (parts: readonly ReportedTask[]) => {
  const doubted = parts.flatMap((part) => part.doubted);
  const leftOut = parts.flatMap((part) => part.leftOut);
  return {
    task_id: parts[0]?.taskId ?? '',
    outcome: outcomeOf(parts),
    values: mapValues(Object.assign({}, ...parts.map(({ states }) => states)) as ReportedTask['states'], presentState),
    ...(doubted.length > 0 && { warnings: doubted.map(({ metric, reason }) => ({ metric, reason })) }),
    ...(leftOut.length > 0 && { left_out: leftOut.map(({ metric, reason }) => ({ metric, reason })) }),
  };
};

const presentState = ({ state, reason }: ReportedTask['states'][string]) => ({ state, reason: reason ?? null });

/** Of parts that were written in several transactions one may have been written before. */
function outcomeOf(parts: readonly ReportedTask[]): 'written' | 'repeated' | 'late' {
  if (parts.some(({ effect }) => effect === 'write')) return 'written';
  return parts.every(({ effect }) => effect === 'late') ? 'late' : 'repeated';
}

export const presentWorker = (seen: SeenWorker) => present(seenWorker, seen);
