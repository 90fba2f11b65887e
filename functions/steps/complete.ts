import { flowRunInputSchema } from '#shared/runs/orchestration/payloads.ts';
import { completeRun } from '#shared/runs/verbs/end/complete-run.ts';
import { flowStep, runOf } from '../flow-step.ts';

/** Complete: the run has gone its way. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input) => {
  await completeRun(ctx, runOf(input));
});
