import { executionOperations } from '#shared/contract/operations/executions.ts';
import { tryStartQueued } from '#shared/services/run-queue/start-queued.ts';
import { forceUnlock } from '#shared/services/runs/end/force-unlock.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';

export const forceUnlockExecution = endpoint(executionOperations.forceUnlockExecution, async ({ ctx, body }) => {
  const ended = await forceUnlock(orchestrated(ctx), body.reason ?? undefined, body.execution_id ?? undefined);
  await tryStartQueued(orchestrated(ctx), ctx.projectId);
  const message = ended
    ? `Run '${ended.executionId}' was ended as ${ended.status}; the lock of project '${ctx.projectId}' is free`
    : `The lock of project '${ctx.projectId}' was already free`;
  return { lock: false, execution_id: ended?.executionId ?? null, message };
});
