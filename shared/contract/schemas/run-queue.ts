import * as z from 'zod';
import { claimTimeout } from './claim-wait.ts';
import { instant } from './common.ts';
import { storedParameters } from './stored-parameters.ts';

/** Wire shapes of the start that waits behind the run which holds the lock. */

/** What the run is to be started with, over the flow's default parameters. */
export const queueFlowBody = z.object({ parameters: storedParameters.nullish(), claim_timeout_seconds: claimTimeout });

const flowRunId = z.string().meta({ description: 'UUID that the run has, or will have' });

/** What became of the request: the run was started, or waits. */
export const queuedFlow = z
  .object({
    state: z.enum(['started', 'queued']),
    execution_id: z.string().nullable().meta({ description: 'Null while it waits' }),
    flow_run_id: flowRunId,
    behind: z.string().nullable().meta({ description: 'The execution that it waits for' }),
    queued_at: instant,
    message: z.string(),
  })
  .meta({ id: 'QueuedFlow' });

/** The start that waits. */
const queuedRun = z
  .object({
    flow_name: z.string(),
    flow_run_id: flowRunId,
    parameters: z.record(z.string(), z.unknown()),
    queued_by: z.string(),
    queued_at: instant,
    behind: z.string().nullable().meta({ description: 'The execution that holds the lock' }),
  })
  .meta({ id: 'QueuedRun' });

/** The last one that waited. */
const settledRun = z
  .object({
    flow_name: z.string(),
    flow_run_id: flowRunId,
    queued_by: z.string(),
    queued_at: instant,
    outcome: z.enum(['started', 'failed', 'removed']),
    at: instant,
    execution_id: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'SettledRun' });

/** What waits, and what became of the one before. */
export const runQueue = z
  .object({ queued: queuedRun.nullable(), last: settledRun.nullable() })
  .meta({ id: 'RunQueue' });
