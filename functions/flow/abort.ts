import { failureReason } from '#shared/orchestration/failure-reason.ts';
import { abortInputSchema } from '#shared/orchestration/payloads.ts';
import { abortRun } from '#shared/services/runs/abort-run.ts';
import { flowStep, runOf } from '../flow-step.ts';

/** Abort: the run was cancelled, or failed for the reason that the state machine caught. */
export const handler = flowStep(abortInputSchema, async (ctx, input) => {
  await abortRun(ctx, runOf(input), failureReason(input, ctx.config.workerWindowSeconds));
});
