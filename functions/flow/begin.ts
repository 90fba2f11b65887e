import { secondsToClaim } from '#shared/domain/runs/claim-wait.ts';
import { type BeginAnswer, flowRunInputSchema } from '#shared/orchestration/payloads.ts';
import { beginRun } from '#shared/services/runs/start/begin-run.ts';
import { takeSnapshot } from '#shared/services/snapshots/take-snapshot.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { withObjects } from '../ports/objects.ts';

/** Begin: what the run starts from is kept. A managed run is on then; a worker's waits to be claimed. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input, { awsRequestId }): Promise<BeginAnswer> => {
  const run = runOf(input);
  const begun = await beginRun(ctx, run, await takeSnapshot(withObjects(ctx), run, awsRequestId));
  return { claim_timeout_seconds: secondsToClaim(begun, ctx.clock()) };
});
