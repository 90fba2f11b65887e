import { workerOperations } from '#shared/contract/operations/workers.ts';
import { heartbeatRun as heartbeat } from '#shared/services/workers/heartbeat-run.ts';
import { endpoint } from '../../http/endpoint.ts';
import { orchestrated } from '../../ports/orchestrator.ts';
import { parseUnderClaim } from '../under-claim.ts';
import { parseTrace, presentPace } from './present.ts';

export const heartbeatRun = endpoint(workerOperations.heartbeatRun, async ({ ctx, params, body }) => {
  const { planned_tasks: plannedTasks, message, running, trace } = body;
  const said = { ...parseUnderClaim(body), plannedTasks, message, running, trace: trace && parseTrace(trace) };
  const reason = await heartbeat(orchestrated(ctx), params.flow_run_id, said);
  return {
    stop: reason !== undefined,
    reason: reason ?? null,
    ...presentPace(ctx.config.workerWindowSeconds, running),
  };
});
