import type { Orchestrator } from '#shared/runs/orchestration/port.ts';
import { stepFunctions } from '#shared/runs/orchestration/step-functions.ts';
import { runtime } from '../runtime.ts';

let adapter: Orchestrator | undefined;

/** The state machine that runs flows: the given one, else Step Functions. */
export function orchestrator(): Orchestrator {
  const { ports, config } = runtime();
  if (ports.orchestrator) return ports.orchestrator;
  adapter ??= stepFunctions(config.stateMachineArn);
  return adapter;
}

/** A verb's context with the state machine in it. */
export const orchestrated = <C extends object>(ctx: C): C & { orchestrator: Orchestrator } => ({
  ...ctx,
  orchestrator: orchestrator(),
});
