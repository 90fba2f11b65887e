import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readLocks } from '#shared/services/runs/lock/read-locks.ts';
import { lockScopeOf } from '#shared/store/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentHolder } from './present.ts';

export const getExecutionLockStatus = endpoint(executionOperations.getExecutionLockStatus, async ({ ctx }) => {
  const held = await readLocks(orchestrated(ctx));
  const locks = held.map((one) => presentHolder(one, ctx.clock()));
  return { lock: locks.length > 0, holder: locks[0] ?? null, scope: lockScopeOf(ctx), locks };
});
