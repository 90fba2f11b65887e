import { isEnded } from '#shared/domain/runs/statuses.ts';
import { WorkerStillActive } from '#shared/orchestration/errors.ts';
import { stopOf } from '#shared/orchestration/failure-reason.ts';
import { abortInputSchema } from '#shared/orchestration/payloads.ts';
import { abortRun } from '#shared/services/runs/end/abort-run.ts';
import { explainFailure } from '#shared/services/runs/end/explain-failure.ts';
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
