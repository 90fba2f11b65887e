import { tryCountUsage } from '#shared/projects/verbs/usage/count-usage.ts';
import { takeSnapshot } from '#shared/results/verbs/snapshots/take-snapshot.ts';
import { type BeginAnswer, flowRunInputSchema } from '#shared/runs/orchestration/payloads.ts';
import { secondsToClaim } from '#shared/runs/rules/claim-wait.ts';
import { beginRun } from '#shared/runs/verbs/start/begin-run.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { withObjects } from '../ports.ts';

/** Begin: stores the initial state of the run. A managed run is then active; a worker's waits to be claimed. */
export const handler = flowStep(flowRunInputSchema, async (ctx, input, { awsRequestId }): Promise<BeginAnswer> => {
  const run = runOf(input);
  const begun = await beginRun(ctx, run, await takeSnapshot(withObjects(ctx), run, awsRequestId));
  // What starts a run lists no files: the next start is decided by this count (rule PROJ-21).
  await tryCountUsage(withObjects(ctx), run.projectId);
  return { claim_timeout_seconds: secondsToClaim(begun, ctx.clock()) };
});
