import { flowRunInputSchema } from '#shared/orchestration/payloads.ts';
import { beginRun } from '#shared/services/runs/begin-run.ts';
import { flowStep, runOf } from '../flow-step.ts';

/** Begin: the run is on. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input) => {
  await beginRun(ctx, runOf(input));
});
