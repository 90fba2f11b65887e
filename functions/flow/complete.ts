import { flowRunInputSchema } from '#shared/orchestration/payloads.ts';
import { completeRun } from '#shared/services/runs/end/complete-run.ts';
import { flowStep, runOf } from '../flow-step.ts';

/** Complete: the run has gone its way. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input) => {
  await completeRun(ctx, runOf(input));
});
