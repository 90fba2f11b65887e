import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { writeItem } from '../../kernel/store/dynamodb/database.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { FenceLost } from '../../runs/orchestration/errors.ts';
import { finishAs } from '../../runs/rules/claim.ts';
import { isEnded } from '../../runs/rules/statuses.ts';
import type { FinishStatus } from '../../runs/rules/worker-protocol.ts';
import { stateOf } from '../../runs/store/executions.ts';
import { runPointerEntity } from '../../runs/store/locks.ts';
import { findRun } from '../../runs/verbs/change-run.ts';
import { abortRun } from '../../runs/verbs/end/abort-run.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { resumeWaitingStep } from '../../runs/verbs/waiting/resume-waiting-step.ts';
import { asRefusal, findWork, type UnderClaim, type Work } from './find-work.ts';
import { ifClaimHeld } from './heartbeat-run.ts';
import { endPastRun } from './past/end-past-run.ts';
import { recordWorker } from './record-worker.ts';

/** How a worker ends its part. */
export interface Finish extends UnderClaim {
  status: FinishStatus;
  message: string;
}

/**
 * A worker reports that its hardware is at rest, and how its work ended (rule WORK-6): the state machine completes or
 * aborts the run. Accepted from the present claim in every state of the run; a run that is being ended waited only for
 * this, so it is ended here.
 * @returns the execution's id, and how the end counts. Repeated, the first end stays, and is passed on again.
 * @throws ServiceError `not-found`; `forbidden` to others than the claim's worker; `conflict` under an old fence.
 */
export async function finishWork(
  ctx: Orchestrated<ProjectContext>,
  flowRunId: string,
  finish: Finish,
): Promise<{ executionId: string; status: FinishStatus }> {
  const { work, status } = await retryOnConflict(orRefuse(`Run '${flowRunId}'`), () =>
    writeEnd(ctx, flowRunId, finish),
  );
  const { executionId } = work.execution;
  // Read after the write: a closing of the run, or a request for its cancellation, may have come between.
  const execution = (await findRun(ctx, work.execution)) ?? work.execution;
  const { claim } = work.pointer;
  if (execution.past) {
    if (claim?.finished) await endPastRun(ctx, execution, claim.finished);
    return { executionId, status };
  }
  // A completed run is closed by Complete, if at all.
  const aborting = execution.closing && !isEnded(execution.status) && status !== 'completed';
  if (aborting) await abortRun(ctx, execution, stopped(work));
  else await resumeWaitingStep(ctx.orchestrator, work.pointer, execution);
  if (claim) await recordWorker(ctx, { worker: claim.worker, executionId: undefined, message: '' });
  return { executionId, status };
}

async function writeEnd(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, claimKey, status: said, message }: Finish,
): Promise<{ work: Work; status: FinishStatus }> {
  const work = await findWork(ctx, flowRunId, { claimKey });
  const { execution, pointer } = work;
  const status = finishAs(stateOf(execution), pointer.claim, fence, said);
  if (status === undefined) return asRefusal(() => Promise.reject(new FenceLost(execution.executionId, fence)));
  if (pointer.claim?.finished) return { work, status };
  const { ok, attributes } = await writeItem(ctx.db, {
    update: runKeys.run(ctx.projectId, flowRunId),
    with: updateOf({ setEntries: [[['claim', 'finished'], { status, message, at: nowOf(ctx) }]], add: { rev: 1 } }),
    condition: ifClaimHeld(fence),
  });
  if (!ok || !attributes) throw staleRead();
  return { work: { execution, pointer: runPointerEntity.decode(attributes) }, status };
}

const stopped = ({ pointer }: Work): string =>
  `The worker '${pointer.claim?.worker ?? ''}' has stopped: ${pointer.claim?.finished?.message || 'the run was being ended'}`;
