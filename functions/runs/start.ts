import { lockScopeOf } from '#shared/projects/store/projects.ts';
import { executionOperations } from '#shared/runs/contract/operations/executions.ts';
import { getLock, holdersOf } from '#shared/runs/store/locks.ts';
import { forceUnlock } from '#shared/runs/verbs/end/force-unlock.ts';
import { tryStartQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { endpoint } from '../http/endpoint.ts';
import { orchestrated } from '../ports.ts';

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
