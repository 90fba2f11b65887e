import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readLock } from '#shared/services/runs/lock/read-lock.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentHolder } from './present.ts';

export const getExecutionLockStatus = endpoint(executionOperations.getExecutionLockStatus, async ({ ctx }) => {
  const held = await readLock(orchestrated(ctx));
  return { lock: held !== undefined, holder: held ? presentHolder(held, ctx.clock()) : null };
});
