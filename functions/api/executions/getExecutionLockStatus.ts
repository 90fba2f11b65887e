import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readLock } from '#shared/services/runs/read-lock.ts';
import { tryStartQueued } from '#shared/services/runs/start-queued.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentHolder } from './present.ts';

/** getExecutionLockStatus: whether a run holds the project's lock, and which. */
export const getExecutionLockStatus = endpoint(executionOperations.getExecutionLockStatus, async ({ ctx }) => {
  const held = await readLock(orchestrated(ctx));
  // It was released, and whoever released it may have died before it could start what waits.
  if (!held) await tryStartQueued(orchestrated(ctx), ctx.projectId);
  return { lock: held !== undefined, holder: held ? presentHolder(held, ctx.clock()) : null };
});
