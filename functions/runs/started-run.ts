import type { Context } from '#shared/kernel/context.ts';
import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import type { ExecutionRecord } from '#shared/runs/store/executions.ts';
import { claimWait } from '#shared/workers/contract/schemas/claim-wait.ts';
import { claimWaitOf } from '#shared/workers/verbs/presence/claim-wait.ts';
import { present } from '../http/present.ts';

/** A run that was started, with its page under the service's public address, and for which workers it waits. */
export async function presentStartedRun(ctx: Context, run: ExecutionRecord) {
  const { publicUrl } = ctx.config;
  const wait = await claimWaitOf(ctx, run);
  const { projectId, executionId, flowRunId, flowName, status, message } = run;
  const url = `${publicUrl}${projectAddress(projectId, `/execution/${executionId}`)}`;
  const failed = status === 'failed' ? `Flow '${flowName}': run '${executionId}' failed: ${message}` : undefined;
  const waits = wait ? `. It waits for a worker: ${wait.whoWasSeen}` : '';
  const trial = run.simulatedValues === 'trial' ? '. The simulated values are kept as a trial' : '';
  return {
    execution_id: executionId,
    flow_run_id: flowRunId,
    flow_run_url: url,
    qdash_ui_url: url,
    message: failed ?? `Flow '${flowName}' execution started successfully${waits}${trial}`,
    waiting_for: wait ? present(claimWait, wait) : null,
    simulated_values: run.simulatedValues ?? null,
  };
}
