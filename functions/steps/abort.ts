import { WorkerStillActive } from '#shared/runs/orchestration/errors.ts';
import { stopOf } from '#shared/runs/orchestration/failure-reason.ts';
import { abortInputSchema } from '#shared/runs/orchestration/payloads.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { explainFailure } from '#shared/runs/verbs/end/explain-failure.ts';
import { flowStep, runOf } from '../flow-step.ts';

/**
 * Abort: the run was cancelled, or failed for the reason that the state machine caught. It is tried again, for longer
 * than a window, while a worker may still drive the hardware.
 */
export const handler = flowStep(abortInputSchema, async (ctx, input) => {
  const run = runOf(input);
  const ended = await abortRun(ctx, run, await explainFailure(ctx, run, input), { stop: stopOf(input) });
  if (ended && !isEnded(ended.status)) throw new WorkerStillActive(ended.executionId);
});
