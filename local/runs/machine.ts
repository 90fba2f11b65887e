import type { Context as LambdaContext } from 'aws-lambda';
import {
  ExecutionTimeoutError,
  type RunOptions,
  StateMachine,
  type StateMachineDefinition,
} from 'aws-local-stepfunctions';
import { lambdaContext } from '#local/gateway/lambda-context.ts';
import { RunStates } from '#local/runs/run-states.ts';
import { TaskTokens } from '#local/runs/tokens.ts';
import {
  type FlowFunction,
  flowFunctionSeconds,
  flowFunctions,
  flowRunDefinition,
  sliceReserveSeconds,
  workerWaitSeconds,
} from '#shared/runs/orchestration/flow-run.asl.ts';
import type { FlowRunInput, FlowRunState, Orchestrator } from '#shared/runs/orchestration/port.ts';

/** A step's function, as its bundle exports it. */
export type FlowHandler = (payload: never, context: LambdaContext) => Promise<unknown>;

/** What the machine runs, and whom it notifies. */
export interface FlowMachineOptions {
  handlers: Readonly<Record<FlowFunction, FlowHandler>>;
  /** Seconds of work in one slice. Lambda's own time would hide that a run continues in slices. */
  sliceSeconds: number;
  /** Longest silence of a worker; by default that of the definition. */
  workerWindowSeconds?: number | undefined;
  /** Called when an execution has ended. */
  onEnded?: (ended: EndedFlowRun) => void;
  /** Called when a function has thrown; the machine then retries or aborts as defined. */
  onError?: (functionName: FlowFunction, error: unknown) => void;
}

/** The end of an execution. */
export interface EndedFlowRun {
  flowRunId: string;
  state: FlowRunState;
  /** Number of entered states, which Step Functions would bill. */
  transitions: number;
}

/** The state machine `flow-run` in this process or thread (rule DEPLOY-11). Nothing of it outlives the process. */
export interface FlowMachine extends Orchestrator {
  /** Ends running functions early and starts no others. The runs stay as they are. */
  close(): Promise<void>;
}

/** Creates the interpreter of the definition. No state is entered before a run is started. */
export function createFlowMachine(options: FlowMachineOptions): FlowMachine {
  const states = new RunStates();
  const running = new Map<string, { abort(): void; ended: Promise<void> }>();
  const underWay = new Set<Promise<unknown>>();
  const tokens = new TaskTokens();
  let closing = false;

  const names = Object.fromEntries(flowFunctions.map((name) => [name, name])) as Record<FlowFunction, string>;
  const definition = flowRunDefinition({
    functions: names,
    partition: 'aws',
    ...(options.workerWindowSeconds && { workerWindowSeconds: options.workerWindowSeconds }),
  });
  // A test validates the definition; doing so here would slow down each start.
  const machine = new StateMachine(withoutTimeoutPaths(definition) as unknown as StateMachineDefinition, {
    validationOptions: { noValidate: true },
  });

  const call = async (name: FlowFunction, payload: unknown): Promise<unknown> => {
    if (closing) throw new Error('The service is stopping');
    const deadline = Date.now() + deadlineSeconds(name, options.sliceSeconds) * 1000;
    const context = lambdaContext(`flow-${name}`, crypto.randomUUID(), deadline);
    const remaining = context.getRemainingTimeInMillis;
    context.getRemainingTimeInMillis = () => (closing ? 0 : remaining());
    const work = options.handlers[name](payload as never, context).catch((error: unknown) => {
      options.onError?.(name, error);
      throw error;
    });
    const settled = work.catch(() => undefined).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return await work;
  };
  const local = localHandlers(definition, tokens, call);

  const run = async (input: FlowRunInput): Promise<void> => {
    // Evaluated for each state that needs it, so that each one has its own token.
    const context = {
      Task: {
        get Token() {
          return tokens.make();
        },
      },
    };
    const { result, eventLogs, abort } = machine.run(
      { ...input },
      { overrides: { taskResourceLocalHandlers: local }, context },
    );
    const transitions = countTransitions(eventLogs);
    const ended = result
      .then((): FlowRunState => ({ status: 'succeeded' }), failedState)
      .then(async (state) => {
        running.delete(input.flow_run_id);
        if (closing) return;
        states.end(input.flow_run_id, state);
        options.onEnded?.({ flowRunId: input.flow_run_id, state, transitions: await transitions });
      });
    running.set(input.flow_run_id, { abort, ended });
    await ended;
  };

  return {
    start: async (input) => {
      if (!closing && states.begin(input.flow_run_id)) void run(input);
    },
    describe: async (flowRunId) => states.of(flowRunId),
    failToken: async (token, error, cause) => {
      tokens.fail(token, error, cause);
    },
    completeToken: async (token, output) => {
      tokens.succeed(token, output);
    },
    heartbeat: async (token) => {
      tokens.heartbeat(token);
    },
    close: async () => {
      closing = true;
      const left = [...running.values()];
      for (const { abort } of left) abort();
      tokens.close();
      await Promise.all([...underWay, ...left.map(({ ended }) => ended)]);
    },
  };
}

/** The deadline of a function: its own limit, or the time of a slice plus its reserve. */
const deadlineSeconds = (name: FlowFunction, sliceSeconds: number): number =>
  name === 'run-slice' ? sliceSeconds + sliceReserveSeconds : flowFunctionSeconds[name];

type Definition = ReturnType<typeof flowRunDefinition>;

interface TaskInput {
  FunctionName: FlowFunction;
  Payload: { task_token?: string; claim_timeout_seconds?: number };
}

/**
 * The interpreter resolves the path of a time-out in the result of `Parameters`; Step Functions does so in the state's
 * input. Here the longest wait replaces it, and the state's token ends the wait in time.
 */
function withoutTimeoutPaths(definition: Definition): object {
  const { TimeoutSecondsPath: _, ...AwaitClaim } = definition.States.AwaitClaim;
  return {
    ...definition,
    States: { ...definition.States, AwaitClaim: { ...AwaitClaim, TimeoutSeconds: workerWaitSeconds.claim } },
  };
}

/** Replacements of `lambda:invoke` for each Task state, with and without a token. */
function localHandlers(
  definition: Definition,
  tokens: TaskTokens,
  call: (name: FlowFunction, payload: unknown) => Promise<unknown>,
) {
  const handlers: NonNullable<NonNullable<RunOptions['overrides']>['taskResourceLocalHandlers']> = {};
  for (const [stateName, state] of Object.entries(definition.States)) {
    if (!('Resource' in state)) continue;
    handlers[stateName] = async (input) => {
      const { FunctionName, Payload } = input as unknown as TaskInput;
      if (!state.Resource.endsWith('.waitForTaskToken'))
        return { Payload: (await call(FunctionName, Payload)) ?? null } as never;
      const waiting = tokens.wait(Payload.task_token ?? '', {
        timeoutSeconds:
          'TimeoutSeconds' in state ? state.TimeoutSeconds : (Payload.claim_timeout_seconds ?? workerWaitSeconds.claim),
        heartbeatSeconds: 'HeartbeatSeconds' in state ? state.HeartbeatSeconds : undefined,
      });
      try {
        // The token may be used before the function that issues it has returned; the result is kept until then.
        await Promise.all([call(FunctionName, Payload), waiting.catch(() => undefined)]);
      } finally {
        // If the function has thrown, the token is no longer needed.
        tokens.fail(Payload.task_token ?? '', 'States.TaskFailed', '');
      }
      return (await waiting) as never;
    };
  }
  return handlers;
}

async function countTransitions(events: AsyncIterable<{ type: string }>): Promise<number> {
  let transitions = 0;
  for await (const { type } of events) if (type === 'StateEntered') transitions += 1;
  return transitions;
}

function failedState(error: unknown): FlowRunState {
  if (error instanceof ExecutionTimeoutError) return { status: 'timed_out' };
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return { status: 'failed', reason: cause instanceof Error ? cause.message : String(cause) };
}
