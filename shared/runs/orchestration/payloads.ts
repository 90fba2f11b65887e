import * as z from 'zod';

/**
 * The inputs that the states of `flow-run` pass to their functions, and the answers that they read
 * (docs/design/runs-and-workers.md#the-state-machine).
 */

/** The input of the state machine and of every step: `FlowRunInput` of the port. */
export const flowRunInputSchema = z.object({
  project_id: z.string().min(1),
  execution_id: z.string().regex(/^\d{8}-\d{3,}$/),
  flow_run_id: z.uuid(),
  runner: z.enum(['managed', 'worker']),
});

/** The answer of Begin: how long a worker's run waits to be claimed. */
export interface BeginAnswer {
  claim_timeout_seconds: number;
}

/** The answer of a slice: whether the plan is done, and the position of the next task. */
export const sliceOutputSchema = z.object({ done: z.boolean(), cursor: z.int().min(0) });
export type SliceOutput = z.output<typeof sliceOutputSchema>;

/** The input of AwaitClaim's function. */
export const awaitClaimSchema = flowRunInputSchema.extend({ task_token: z.string().min(1) });

/** The input of AwaitWorker's function: it includes the answer of the worker that claimed the run. */
export const awaitWorkerSchema = awaitClaimSchema.extend({ claim: z.json() });

/** The input of Abort's function: the state of the run when an error was caught. */
export const abortInputSchema = flowRunInputSchema.extend({
  /** Present once a worker has claimed the run. */
  claim: z.json().optional(),
  error: z.object({ Error: z.string(), Cause: z.string().optional() }),
});

/** The fields that matter of EventBridge's event `Step Functions Execution Status Change`. */
export const statusChangeSchema = z.object({
  detail: z.object({
    name: z.string(),
    status: z.enum(['FAILED', 'TIMED_OUT', 'ABORTED']),
    /** The input as JSON; null when it was too large, which ours never is. */
    input: z.string(),
    cause: z.string().nullish(),
  }),
});
