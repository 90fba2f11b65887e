import type * as z from 'zod';
import type { Context } from '../../../kernel/context.ts';
import { seenWorkers } from '../../../workers/verbs/presence/list-workers.ts';
import { failureReason, isUnclaimed } from '../../orchestration/failure-reason.ts';
import type { abortInputSchema } from '../../orchestration/payloads.ts';
import { unclaimedReason } from '../../rules/claim-wait.ts';
import { getRunPointer } from '../../store/locks.ts';
import { findRun, type RunRef } from '../change-run.ts';

/** Why a run reached Abort; for an unclaimed one, what it waited for and which workers were seen (rule RUN-17). */
export async function explainFailure(
  ctx: Context,
  ref: RunRef,
  caught: z.output<typeof abortInputSchema>,
): Promise<string> {
  const reason = failureReason(caught, ctx.config.workerWindowSeconds);
  if (!isUnclaimed(caught)) return reason;
  const [execution, pointer, workers] = await Promise.all([
    findRun(ctx, ref),
    getRunPointer(ctx.db, ref.projectId, ref.flowRunId),
    seenWorkers(ctx, ref.projectId),
  ]);
  if (!execution) return reason;
  // Its claim came in the moment in which the wait ended.
  if (pointer?.claim) return `Worker '${pointer.claim.worker}' picked up the run too late`;
  return unclaimedReason(execution, workers);
}
