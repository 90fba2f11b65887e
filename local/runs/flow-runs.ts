import { createFlowMachine, type EndedFlowRun, type FlowHandler, type FlowMachine } from '#local/runs/machine.ts';
import { type FlowFunction, flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import type { Orchestrator } from '#shared/runs/orchestration/port.ts';

/** The runs of a stack: how its functions start and stop them, and how the stack shuts down. */
export interface FlowRuns extends Orchestrator {
  /** Loads what the first run needs, so that it begins as soon as others; absent where runs have no thread. */
  prepare?(): void;
  /** Ends running steps early and starts no others. The next start resumes the runs. */
  close(): Promise<void>;
}

export interface FlowRunsOptions {
  /** Seconds of one slice. */
  sliceSeconds: number;
  /** Longest silence of a worker; by default that of the definition. */
  workerWindowSeconds?: number | undefined;
  /** Called when a run's execution has ended. */
  onEnded?: ((ended: EndedFlowRun) => void) | undefined;
  /** Receives errors outside a run's normal life, and the death of the runs' thread. */
  onError: (error: unknown) => void;
}

/** Wraps the work of a function, identified by name. */
type Observe = <T>(functionName: string, work: () => Promise<T>) => Promise<T>;

/** Errors by which steps end runs, or lose a run to another step. */
const expected = new Set(['RunCancelled', 'RunEnded', 'RunFailed', 'FenceLost', 'WorkerStillActive']);

/** Executes runs in this thread, with its runtime. */
export function runsInProcess(options: FlowRunsOptions, observe: Observe = (_, work) => work()): FlowMachine {
  const handlers = Object.fromEntries(
    flowFunctions.map((name): [FlowFunction, FlowHandler] => [
      name,
      (payload, context) => observe(`flow-${name}`, async () => (await load(name))(payload, context)),
    ]),
  ) as Record<FlowFunction, FlowHandler>;
  return createFlowMachine({
    handlers,
    sliceSeconds: options.sliceSeconds,
    workerWindowSeconds: options.workerWindowSeconds,
    ...(options.onEnded && { onEnded: options.onEnded }),
    onError: (_, error) => {
      if (!(error instanceof Error && expected.has(error.name))) options.onError(error);
    },
  });
}

/** Imports all step functions, which takes longer than a short run. */
export const loadSteps = (): Promise<unknown> => Promise.all(flowFunctions.map(load));

/** Imports a step's function at its first call, like Lambda. */
async function load(name: FlowFunction): Promise<FlowHandler> {
  const module: { handler: FlowHandler } = await import(`../../functions/steps/${name}.ts`);
  return module.handler;
}
