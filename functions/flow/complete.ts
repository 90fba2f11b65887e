import { flowRunInputSchema } from '#shared/orchestration/payloads.ts';
import { completeRun } from '#shared/services/runs/complete-run.ts';
import { tryStartQueued } from '#shared/services/runs/start-queued.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { orchestrated } from '../ports/orchestrator.ts';

/** Complete: the run has gone its way. What waited for its lock is started. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input) => {
  await completeRun(ctx, runOf(input));
  await tryStartQueued(orchestrated(ctx), input.project_id);
});
