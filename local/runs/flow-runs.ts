import { createFlowMachine, type EndedFlowRun, type FlowHandler, type FlowMachine } from '#local/runs/machine.ts';
import { type FlowFunction, flowFunctions } from '#shared/orchestration/flow-run.asl.ts';
import type { Orchestrator } from '#shared/orchestration/port.ts';

/** The runs of a stack: what its functions start and stop them by, and how the stack ends. */
export interface FlowRuns extends Orchestrator {
  /** Lets the steps under way end early and begins no other; the runs are taken up at the next start. */
  close(): Promise<void>;
}

export interface FlowRunsOptions {
  /** Seconds of one slice. */
  sliceSeconds: number;
  /** How long a worker may be silent; as the definition says unless given. */
  workerWindowSeconds?: number | undefined;
  /** A run's execution has ended. */
  onEnded?: ((ended: EndedFlowRun) => void) | undefined;
  /** What a step has thrown that belongs to no run's life, or how the thread of the runs has died. */
  onError: (error: unknown) => void;
}

/** Does the work of a function, known by its name. */
type Observe = <T>(functionName: string, work: () => Promise<T>) => Promise<T>;

/** Errors by which steps end runs, or lose one to another step. */
const expected = new Set(['RunCancelled', 'RunEnded', 'RunFailed', 'FenceLost', 'WorkerStillActive']);

/** Executes runs in this thread. They share its runtime. */
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

/** Imports a step's function at its first call, as Lambda does. */
async function load(name: FlowFunction): Promise<FlowHandler> {
  const module: { handler: FlowHandler } = await import(`../../functions/flow/${name}.ts`);
  return module.handler;
}
