import { awaitWorkerSchema } from '#shared/runs/orchestration/payloads.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { orchestrated } from '../ports.ts';

/** AwaitWorker: keeps the token by which the worker that has claimed the run ends it. */
export const handler = flowStep(awaitWorkerSchema, (ctx, input) =>
  awaitToken(orchestrated(ctx), runOf(input), { kind: 'worker', token: input.task_token }),
);
