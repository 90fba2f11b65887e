import { isEnded } from '#shared/domain/runs/statuses.ts';
import { failureReason } from '#shared/orchestration/failure-reason.ts';
import { abortInputSchema } from '#shared/orchestration/payloads.ts';
import { abortRun } from '#shared/services/runs/abort-run.ts';
import { WorkerDrives } from '#shared/services/runs/errors.ts';
import { tryStartQueued } from '#shared/services/runs/start-queued.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { orchestrated } from '../ports/orchestrator.ts';

/**
 * Abort: the run was cancelled, or failed for the reason that the state machine caught. It is tried again, for longer
 * than a window, while a worker may still drive the hardware. What waited for its lock is started.
 */
export const handler = flowStep(abortInputSchema, async (ctx, input) => {
  const ended = await abortRun(ctx, runOf(input), failureReason(input, ctx.config.workerWindowSeconds));
  if (ended && !isEnded(ended.status)) throw new WorkerDrives(ended.executionId);
  await tryStartQueued(orchestrated(ctx), input.project_id);
});
