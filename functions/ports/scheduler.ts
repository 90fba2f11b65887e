import { eventBridgeScheduler } from '#shared/schedules/scheduling/event-bridge.ts';
import type { Scheduler } from '#shared/schedules/scheduling/port.ts';
import { runtime } from '../runtime.ts';

let adapter: Scheduler | undefined;

/** The scheduler: the given one, else EventBridge Scheduler. */
function scheduler(): Scheduler {
  const { ports, config } = runtime();
  if (ports.scheduler) return ports.scheduler;
  adapter ??= eventBridgeScheduler(config.scheduler);
  return adapter;
}

/** A verb's context with the scheduler in it. */
export const scheduling = <C extends object>(ctx: C): C & { scheduler: Scheduler } => ({
  ...ctx,
  scheduler: scheduler(),
});
