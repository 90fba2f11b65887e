import { claimTimeoutSeconds } from '../rules/claim-wait.ts';
import { longestRunSeconds } from '../rules/longest-run.ts';
import { defaultWorkerWindowSeconds } from './worker-window.ts';

/**
 * The state machine `flow-run` (docs/design/runs-and-workers.md#the-state-machine) in the Amazon States Language, as
 * data: CDK deploys it, and the interpreter on one machine runs it. It uses JSONPath and no Map, because all of them
 * support that. States carry ids only.
 *
 *     Begin -> Runner -> RunSlice -> MoreTasks -> (RunSlice again) -> Complete
 *                     -> AwaitClaim -> AwaitWorker ----------------> Complete
 *     an error in any of them -> Abort
 *     Complete, Abort -> StartQueued
 *
 * Abort settles a run that was cancelled or failed, and the execution then succeeds. An execution fails only when a run
 * could not be settled, and the alarm on failed executions reports that. Both ends release the project's lock, and
 * StartQueued starts the run that waits for it; if it fails, the sweep starts that run.
 */

/** The functions of the steps by the names of their bundles, with the time limit of each in seconds. */
export const flowFunctionSeconds = {
  begin: 30,
  'run-slice': 300,
  complete: 300,
  abort: 300,
  'await-claim': 30,
  'await-worker': 30,
  'start-queued': 60,
} as const;

/** Name of a step's function. */
export type FlowFunction = keyof typeof flowFunctionSeconds;

export const flowFunctions = Object.keys(flowFunctionSeconds) as FlowFunction[];

/** A slice begins no further batch this many seconds before its end: longer than a batch takes with all its retries. */
export const sliceReserveSeconds = 60;

/** How long the states of a worker's run wait. */
export const workerWaitSeconds = {
  /** For a worker to claim the run, at most; Begin answers the wait of each run. */
  claim: claimTimeoutSeconds.most,
  /** Between two heartbeats of the worker that has claimed the run, unless the resources say otherwise. */
  heartbeat: defaultWorkerWindowSeconds,
  /** For the worker to finish. */
  work: 7 * 24 * 3600,
} as const;

/** These runs are not retried: cancelled, over already, or failed as the flow defines. */
const settledErrors = ['RunCancelled', 'RunEnded', 'RunFailed'];

/**
 * Errors of Lambda and the table after which a retry may help (Step Functions guide, Handle Lambda service exceptions).
 * A function that stores a token and ran out of time may have stored it; when the state is entered again, it has a new
 * token.
 */
const transientErrors = [
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'Sandbox.Timedout',
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionCanceledException',
  'InternalServerError',
  'TimeoutError',
];

/**
 * All functions of a step are busy, such as slices at their ceiling (rule LIMIT-9). Nothing has failed, so the step waits
 * for hours, half a minute at a time.
 */
const throttledErrors = ['Lambda.TooManyRequestsException'];
const throttledAttempts = 1000;

const backOff = { IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 60, JitterStrategy: 'FULL' } as const;
const toAbort = [{ ErrorEquals: ['States.ALL'], Next: 'Abort', ResultPath: '$.error' }];
const ids = {
  'project_id.$': '$.project_id',
  'execution_id.$': '$.execution_id',
  'flow_run_id.$': '$.flow_run_id',
  'runner.$': '$.runner',
};

/** The resources that complete the definition. */
export interface FlowRunResources {
  /** ARN or name of each step's function. */
  functions: Readonly<Record<FlowFunction, string>>;
  /** AWS partition of the service integrations. */
  partition: string;
  /** How long a worker may be silent; `workerWaitSeconds.heartbeat` unless given. */
  workerWindowSeconds?: number;
}

/** A step that calls its function and waits for the answer. Every step may run more than once. */
function step({ functions, partition }: FlowRunResources, name: FlowFunction) {
  return {
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Parameters: { FunctionName: functions[name], Payload: ids },
    ResultPath: null,
    // A little longer than the function's own limit, so that its own error comes first.
    TimeoutSeconds: flowFunctionSeconds[name] + 15,
    Retry: [
      { ErrorEquals: settledErrors, MaxAttempts: 0 },
      { ErrorEquals: throttledErrors, MaxAttempts: throttledAttempts, ...backOff },
      { ErrorEquals: ['States.ALL'], MaxAttempts: 5, ...backOff },
    ],
    Catch: toAbort,
  };
}

/**
 * A step whose function stores a token; the caller that presents the token ends the wait. Time-outs of the wait are
 * final.
 */
function wait({ functions, partition }: FlowRunResources, name: FlowFunction, payload: object) {
  return {
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke.waitForTaskToken`,
    Parameters: {
      FunctionName: functions[name],
      Payload: { ...ids, ...payload, 'task_token.$': '$$.Task.Token' },
    },
    Retry: [{ ErrorEquals: transientErrors, MaxAttempts: 5, ...backOff }],
    Catch: toAbort,
  };
}

/** The definition, completed with the resources that it names. */
export function flowRunDefinition(resources: FlowRunResources) {
  const { functions, partition, workerWindowSeconds = workerWaitSeconds.heartbeat } = resources;
  return {
    Comment: 'One calibration run',
    StartAt: 'Begin',
    TimeoutSeconds: longestRunSeconds,
    States: {
      Begin: {
        ...step(resources, 'begin'),
        ResultSelector: { 'claim_timeout_seconds.$': '$.Payload.claim_timeout_seconds' },
        ResultPath: '$.begun',
        Next: 'Runner',
      },
      Runner: {
        Type: 'Choice',
        Choices: [{ Variable: '$.runner', StringEquals: 'worker', Next: 'AwaitClaim' }],
        Default: 'RunSlice',
      },
      RunSlice: {
        ...step(resources, 'run-slice'),
        ResultSelector: { 'done.$': '$.Payload.done' },
        ResultPath: '$.slice',
        Next: 'MoreTasks',
      },
      MoreTasks: {
        Type: 'Choice',
        Choices: [{ Variable: '$.slice.done', BooleanEquals: true, Next: 'Complete' }],
        Default: 'RunSlice',
      },
      AwaitClaim: {
        ...wait(resources, 'await-claim', { 'claim_timeout_seconds.$': '$.begun.claim_timeout_seconds' }),
        // No heartbeat: no worker has claimed the run yet.
        TimeoutSecondsPath: '$.begun.claim_timeout_seconds',
        ResultPath: '$.claim',
        Next: 'AwaitWorker',
      },
      AwaitWorker: {
        ...wait(resources, 'await-worker', { 'claim.$': '$.claim' }),
        HeartbeatSeconds: workerWindowSeconds,
        TimeoutSeconds: workerWaitSeconds.work,
        ResultPath: null,
        Next: 'Complete',
      },
      Complete: { ...step(resources, 'complete'), Next: 'StartQueued' },
      Abort: {
        Type: 'Task',
        Resource: `arn:${partition}:states:::lambda:invoke`,
        // The whole state, with the error.
        Parameters: { FunctionName: functions.abort, 'Payload.$': '$' },
        ResultPath: null,
        TimeoutSeconds: flowFunctionSeconds.abort + 15,
        // Retries last more than an hour; the sweep settles what is left.
        Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 20, ...backOff, MaxDelaySeconds: 300 }],
        Next: 'StartQueued',
      },
      StartQueued: {
        ...step(resources, 'start-queued'),
        Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2, ...backOff }],
        // This run is over, whether or not the next one starts.
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Over', ResultPath: null }],
        Next: 'Over',
      },
      Over: { Type: 'Succeed' },
    },
  };
}
