import { workerOperations } from '#shared/contract/operations/workers.ts';
import { beginPastRun as begin, pastRunFence } from '#shared/services/runs/past/begin-past-run.ts';
import { endpoint } from '../../http/endpoint.ts';

export const beginPastRun = endpoint(workerOperations.beginPastRun, async ({ ctx, body }) => {
  const { run_key: flowRunId, flow_name: flowName, chip_id: chipId, backend, parameters, persist } = body;
  const times = { startAt: body.start_at, endAt: body.end_at };
  const execution = await begin(ctx, { flowRunId, flowName, chipId, backend, parameters, persist, ...times });
  return {
    execution_id: execution.executionId,
    flow_run_id: execution.flowRunId,
    fence: pastRunFence,
    status: execution.status,
    cooldown_id: execution.past?.cooldownId ?? null,
  };
});
