import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readLocks } from '#shared/services/runs/lock/read-locks.ts';
import { lockScopeOf } from '#shared/store/projects/projects.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply } from '../../http/response.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { presentHolder } from './present.ts';

export const getExecutionLockStatus = endpoint(
  executionOperations.getExecutionLockStatus,
  async ({ ctx, revision }) => {
    const held = await readLocks(orchestrated(ctx));
    const locks = held.map((one) => presentHolder(one, ctx.clock()));
    const status = { lock: locks.length > 0, holder: locks[0] ?? null, scope: lockScopeOf(ctx), locks };
    // A holder that dies writes nothing: each look ends it.
    return new Reply({ ...status, revision: revision ?? null }, { untagged: status.lock });
  },
);
