import { claimTimeoutSeconds } from '../domain/runs/claim-wait.ts';
import { longestRunSeconds } from '../domain/runs/longest-run.ts';
import { defaultWorkerWindowSeconds } from './worker-window.ts';

/**
 * The state machine `flow-run` (docs/design/runs-and-workers.md#the-state-machine) in the Amazon States Language, as
 * data: CDK deploys it and the interpreter on one machine runs it. JSONPath and no Map, because that is what all of
 * them understand. States carry ids alone.
 *
 *     Begin -> Runner -> RunSlice -> MoreTasks -> (RunSlice again) -> Complete
 *                     -> AwaitClaim -> AwaitWorker ----------------> Complete
 *     an error in any of them -> Abort
 *     Complete, Abort -> StartQueued
 *
 * Abort settles a run that was cancelled or failed, and then this execution has succeeded: it fails only when a run
 * could not be settled, which is what the alarm on failed executions is for. Both ends release the project's lock, and
 * StartQueued starts the run that waits for it; where it fails, the sweep starts that run.
 */

/** The functions of the steps, by the names of their bundles, with the seconds that Lambda gives each. */
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

/** The names of the steps' functions. */
export const flowFunctions = Object.keys(flowFunctionSeconds) as FlowFunction[];

/** Seconds before its end at which a slice begins no further batch: more than a batch takes with all its retries. */
export const sliceReserveSeconds = 60;

/** How long the states of a worker's run wait. */
export const workerWaitSeconds = {
  /** For a worker that claims the run, at the most; Begin answers how long each run waits. */
  claim: claimTimeoutSeconds.most,
  /** Between two heartbeats of the worker that has claimed it, unless the resources say otherwise. */
  heartbeat: defaultWorkerWindowSeconds,
  /** For the end of its work. */
  work: 7 * 24 * 3600,
} as const;

/** A run that ended so is not tried again: it was cancelled, is over already, or failed as its flow says. */
const settledErrors = ['RunCancelled', 'RunEnded', 'RunFailed'];

/**
 * What Lambda and the table say when asking again may help (Step Functions guide, Handle Lambda service exceptions). A
 * function that keeps a token and ran out of time may have kept it: entered again, the state has another.
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

const backOff = { IntervalSeconds: 2, BackoffRate: 2, MaxDelaySeconds: 60, JitterStrategy: 'FULL' } as const;
const toAbort = [{ ErrorEquals: ['States.ALL'], Next: 'Abort', ResultPath: '$.error' }];
const ids = {
  'project_id.$': '$.project_id',
  'execution_id.$': '$.execution_id',
  'flow_run_id.$': '$.flow_run_id',
  'runner.$': '$.runner',
};

/** What the definition is completed with. */
export interface FlowRunResources {
  /** ARN or name of each step's function. */
  functions: Readonly<Record<FlowFunction, string>>;
  /** AWS partition of the service integrations. */
  partition: string;
  /** How long a worker may be silent; `workerWaitSeconds.heartbeat` unless given. */
  workerWindowSeconds?: number;
}

/** A step that calls its function and waits for the answer. Every step may be repeated. */
function step({ functions, partition }: FlowRunResources, name: FlowFunction) {
  return {
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Parameters: { FunctionName: functions[name], Payload: ids },
    ResultPath: null,
    // A little more than the function has, so that its own error comes first.
    TimeoutSeconds: flowFunctionSeconds[name] + 15,
    Retry: [
      { ErrorEquals: settledErrors, MaxAttempts: 0 },
      { ErrorEquals: ['States.ALL'], MaxAttempts: 5, ...backOff },
    ],
    Catch: toAbort,
  };
}

/** A step whose function keeps a token; whoever presents the token ends the wait. Time-outs of the wait are final. */
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
        // No heartbeat: nobody is there yet.
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
        // Everything that is known, the error among it.
        Parameters: { FunctionName: functions.abort, 'Payload.$': '$' },
        ResultPath: null,
        TimeoutSeconds: flowFunctionSeconds.abort + 15,
        // For more than an hour; what is left then, the sweep settles.
        Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 20, ...backOff, MaxDelaySeconds: 300 }],
        Next: 'StartQueued',
      },
      StartQueued: {
        ...step(resources, 'start-queued'),
        Retry: [{ ErrorEquals: ['States.ALL'], MaxAttempts: 2, ...backOff }],
        // This run is over, whatever becomes of the next one.
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Over', ResultPath: null }],
        Next: 'Over',
      },
      Over: { Type: 'Succeed' },
    },
  };
}
