import { flowRunInputSchema } from '#shared/orchestration/payloads.ts';
import { beginRun } from '#shared/services/runs/start/begin-run.ts';
import { takeSnapshot } from '#shared/services/snapshots/take-snapshot.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { withObjects } from '../ports/objects.ts';

/** Begin: what the run starts from is kept, and the run is on. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input, { awsRequestId }) => {
  const run = runOf(input);
  await beginRun(ctx, run, await takeSnapshot(withObjects(ctx), run, awsRequestId));
});
