import * as z from 'zod';

/**
 * What the states of `flow-run` hand to their functions, and what they take from the answers
 * (docs/design/runs-and-workers.md#the-state-machine).
 */

/** The input of the state machine and of every step: `FlowRunInput` of the port. */
export const flowRunInputSchema = z.object({
  project_id: z.string().min(1),
  execution_id: z.string().regex(/^\d{8}-\d{3,}$/),
  flow_run_id: z.uuid(),
  runner: z.enum(['managed', 'worker']),
});

/** What Begin answers: for how long a worker's run waits to be claimed. */
export interface BeginAnswer {
  claim_timeout_seconds: number;
}

/** What a slice answers: whether the plan is done, and the position of the next task. */
export const sliceOutputSchema = z.object({ done: z.boolean(), cursor: z.int().min(0) });
/** A slice's answer. */
export type SliceOutput = z.output<typeof sliceOutputSchema>;

/** What AwaitClaim hands to its function. */
export const awaitClaimSchema = flowRunInputSchema.extend({ task_token: z.string().min(1) });

/** What AwaitWorker hands to its function: the answer of whoever claimed the run as well. */
export const awaitWorkerSchema = awaitClaimSchema.extend({ claim: z.json() });

/** What Abort hands to its function: the state of the run when an error was caught. */
export const abortInputSchema = flowRunInputSchema.extend({
  /** Present once a worker has claimed the run. */
  claim: z.json().optional(),
  error: z.object({ Error: z.string(), Cause: z.string().optional() }),
});

/** The part that matters of EventBridge's event `Step Functions Execution Status Change`. */
export const statusChangeSchema = z.object({
  detail: z.object({
    name: z.string(),
    status: z.enum(['FAILED', 'TIMED_OUT', 'ABORTED']),
    /** The input as JSON; null where it was too large, which ours never is. */
    input: z.string(),
    cause: z.string().nullish(),
  }),
});
