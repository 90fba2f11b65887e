import { awaitClaimSchema } from '#shared/runs/orchestration/payloads.ts';
import { awaitToken } from '#shared/runs/verbs/waiting/await-token.ts';
import { flowStep, runOf } from '../flow-step.ts';
import { orchestrated } from '../ports.ts';

/** AwaitClaim: keeps the token by which a worker's claim moves the run on. */
export const handler = flowStep(awaitClaimSchema, (ctx, input) =>
  awaitToken(orchestrated(ctx), runOf(input), { kind: 'claim', token: input.task_token }),
);
