import { flowRunInputSchema, statusChangeSchema } from '#shared/runs/orchestration/payloads.ts';
import type { FlowRunState } from '#shared/runs/orchestration/port.ts';
import { terminationReason } from '#shared/runs/rules/termination.ts';
import { abortRun } from '#shared/runs/verbs/end/abort-run.ts';
import { tryStartQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { orchestrated } from '../ports.ts';

const statuses = { FAILED: 'failed', TIMED_OUT: 'timed_out', ABORTED: 'aborted' } as const;

/** The event with the input of its execution, which names the run. */
const eventSchema = statusChangeSchema.transform(({ detail: { input, status, cause } }) => ({
  ...flowRunInputSchema.parse(JSON.parse(input)),
  ended: { status: statuses[status], reason: cause ?? undefined } satisfies FlowRunState,
}));

/**
 * EventBridge says that an execution of the state machine was stopped, failed or timed out: Step Functions runs no Catch
 * then, so the run is settled here, and the one that waits for its lock is started. A run that is over already stays as
 * it is, so the event may come twice.
 */
export const handler = flowStep(eventSchema, async (ctx, { ended, ...input }) => {
  await abortRun(ctx, runOf(input), terminationReason(ended, 0) ?? ended.status, { stop: 'stuck' });
  await tryStartQueued(orchestrated(ctx), input.project_id);
});
