import { executionOperations } from '#shared/contract/operations/executions.ts';
import { cancelRun } from '#shared/services/runs/end/cancel-run.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';

export const cancelExecution = endpoint(executionOperations.cancelExecution, async ({ ctx, params }) => {
  const { status, executionId } = await cancelRun(orchestrated(ctx), params.flow_run_id);
  const over = status === 'cancelled';
  return {
    execution_id: params.flow_run_id,
    status: over ? ('cancelled' as const) : ('cancelling' as const),
    message: over ? `Run '${executionId}' is cancelled` : `Cancellation of run '${executionId}' requested`,
  };
});
