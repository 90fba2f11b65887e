import type { RequestOf } from '#shared/contract/define.ts';
import type { workerOperations } from '#shared/contract/operations/workers.ts';
import type { LiveTrace } from '#shared/domain/runs/live-trace.ts';
import { workerHeartbeatSeconds } from '#shared/orchestration/worker-window.ts';
import { onlyTaskOf } from '#shared/services/runs/only-task.ts';
import type { SeenWorker } from '#shared/services/worker-presence/list-workers.ts';
import type { Announcement } from '#shared/services/workers/announce.ts';
import type { ClaimedRun, ClaimResponse } from '#shared/services/workers/claim-run.ts';
import type { ReportedResult, ReportedTask } from '#shared/services/workers/report-results.ts';
import { presentDirection } from '../direction.ts';
import { mapValues } from '../map-values.ts';

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

const presentRun = ({ execution, claim, code, functionName, cooldownId }: ClaimedRun, windowSeconds: number) => ({
  execution_id: execution.executionId,
  flow_run_id: execution.flowRunId,
  fence: claim.fence,
  resumed: claim.resumed,
  flow_name: execution.flowName,
  flow_version: execution.flowVersion,
  flow_function_name: functionName,
  task_name: onlyTaskOf(execution) ?? null,
  code,
  parameters: execution.parameters,
  tags: execution.tags,
  chip_id: execution.chipId,
  backend: execution.backend,
  username: execution.username,
  cooldown_id: cooldownId ?? null,
  ...presentPace(windowSeconds),
  created_at: execution.createdAt,
});

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

/** A measured value of the wire as results keep it. */
const parseValues = (values: WireResult['output_parameters']): ReportedResult['outputParameters'] =>
  mapValues(values, ({ value_type: type, ...value }) => ({ ...value, valueType: type === 'int' ? 'int' : 'float' }));

/** What a worker says about a task. */
export const parseResult = (result: WireResult): ReportedResult => ({
  task: result.task,
  taskType: result.task_type,
  qid: result.qid,
  stage: result.stage,
  attempt: result.attempt,
  status: result.status,
  message: result.message,
  stackTrace: result.stack_trace,
  inputParameters: parseValues(result.input_parameters),
  runParameters: mapValues(result.run_parameters, ({ value, value_type: valueType, unit, description }) => ({
    value: value ?? null,
    valueType,
    unit,
    description,
  })),
  outputParameters: parseValues(result.output_parameters),
  r2: result.r2 ?? undefined,
  startAt: result.start_at ?? undefined,
  endAt: result.end_at ?? undefined,
  figures: result.figures,
  rawData: result.raw_data,
});

/** What became of it. */
export const presentReported = ({ effect, leftOut, doubted, states, isInverse, ...reported }: ReportedTask) => ({
  task_id: reported.taskId,
  task: reported.task,
  qid: reported.qid,
  stage: reported.stage,
  attempt: reported.attempt,
  ...presentDirection({ isInverse }),
  outcome: effect === 'write' ? ('written' as const) : effect,
  values: mapValues(states, ({ state, reason = null }) => ({ state, reason })),
  ...(doubted.length > 0 && { warnings: doubted.map(({ metric, reason }) => ({ metric, reason })) }),
  ...(leftOut.length > 0 && { left_out: leftOut.map(({ metric, reason }) => ({ metric, reason })) }),
});

export const presentWorker = (seen: SeenWorker) => ({
  worker: seen.worker,
  backends: seen.backends,
  software: seen.software,
  username: seen.username,
  status: seen.status,
  execution_id: seen.executionId ?? null,
  message: seen.message,
  last_seen_at: seen.lastSeenAt,
  age_seconds: seen.ageSeconds,
});
