import { flowRunInputSchema } from '#shared/runs/orchestration/payloads.ts';
import { startQueued } from '#shared/runs/verbs/queue/start-queued.ts';
import { flowStep } from '../flow-step.ts';
import { orchestrated } from '../ports.ts';

/** StartQueued: the project's lock was released, and the run that waits for it is started. */
export const handler = flowStep(flowRunInputSchema, (ctx, input) => startQueued(orchestrated(ctx), input.project_id));
