import { nowOf } from '#shared/kernel/context.ts';
import { lockScopeOf } from '#shared/projects/store/projects.ts';
import { executionOperations } from '#shared/runs/contract/operations/executions.ts';
import { chipDates } from '#shared/runs/verbs/chip-dates.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { listExecutions as list } from '#shared/runs/verbs/list-executions.ts';
import { readLocks } from '#shared/runs/verbs/lock/reconcile.ts';
import { readExecution } from '#shared/runs/verbs/read-execution.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { Reply, Unchanged } from '../http/response.ts';
import { orchestrated } from '../ports.ts';
import { presentExecution, presentHolder, presentListed } from './present.ts';

export const cancelExecution = endpoint(executionOperations.cancelExecution, async ({ ctx, params }) => {
  const { status, executionId } = await cancelRun(orchestrated(ctx), params.flow_run_id);
  const over = status === 'cancelled';
  return {
    execution_id: params.flow_run_id,
    status: over ? ('cancelled' as const) : ('cancelling' as const),
    message: over ? `Run '${executionId}' is cancelled` : `Cancellation of run '${executionId}' requested`,
  };
});

export const getChipDates = endpoint(executionOperations.getChipDates, async ({ ctx, params }) => ({
  data: await chipDates(ctx, params.chip_id),
}));

export const getExecution = endpoint(executionOperations.getExecution, async ({ ctx, params, query, headers }) => {
  const { execution_id: executionId } = params;
  const { include, skip, limit, task_name: taskName, task_status: status } = query;
  const page = include === 'results' || include === 'grouped' ? { skip, limit, taskName, status } : undefined;
  const found = await readExecution(ctx, { executionId, include, page, ifNoneMatch: headers['if-none-match'] });
  if ('unchanged' in found) return new Unchanged(found.unchanged);
  return new Reply(presentExecution(found, include), { etag: found.etag });
});

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

export const listExecutions = endpoint(executionOperations.listExecutions, async ({ ctx, query }) => {
  const { chip_id: chipId, flow_name: flowName, start_at: startFrom, cooldown_id: cooldownId, ...others } = query;
  const { status, username } = others;
  const begun = nowOf(ctx);
  const page = await list(ctx, { chipId, status, flowName, startFrom, cooldownId, username }, query);
  const answer = { executions: page.records.map(presentListed), ...pageOf(page), complete_until: page.completeUntil };
  return new Reply(answer, { untagged: page.completeUntil < begun });
});
