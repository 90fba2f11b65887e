import { executionOperations } from '#shared/contract/operations/executions.ts';
import { tryStartQueued } from '#shared/services/run-queue/start-queued.ts';
import { forceUnlock } from '#shared/services/runs/end/force-unlock.ts';
import { lockScopeOf } from '#shared/store/projects/projects.ts';
import { getLock, holdersOf } from '#shared/store/runs/locks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';

export const forceUnlockExecution = endpoint(executionOperations.forceUnlockExecution, async ({ ctx, body }) => {
  const ended = await forceUnlock(orchestrated(ctx), body.reason ?? undefined, body.execution_id ?? undefined);
  const others = holdersOf(await getLock(ctx.db, ctx.projectId)).length;
  await tryStartQueued(orchestrated(ctx), ctx.projectId);
  const of = ended && lockScopeOf(ctx) === 'chip' ? `chip '${ended.chipId}'` : `project '${ctx.projectId}'`;
  const message = ended
    ? `Run '${ended.executionId}' was ended as ${ended.status}; the lock of ${of} is free`
    : `The lock of ${of} was already free`;
  return { lock: others > 0, execution_id: ended?.executionId ?? null, message };
});
