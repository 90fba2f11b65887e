import { nowOf, type ProjectContext } from '../../context.ts';
import { mustStop } from '../../domain/runs/claim.ts';
import type { StopReason } from '../../domain/runs/worker-protocol.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../store/dynamodb/conflict.ts';
import type { Condition } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { updateOf } from '../../store/dynamodb/update.ts';
import { projectKeys, runKeys } from '../../store/keys.ts';
import { addExecutionChange, stateOf } from '../../store/runs/executions.ts';
import type { Orchestrated } from '../runs/lock/reconcile.ts';
import { ifRunOpen } from '../runs/waiting/await-token.ts';
import { resumeAndHeartbeat } from '../runs/waiting/resume-waiting-step.ts';
import { findWork, type UnderClaim, type Work } from './find-work.ts';
import { recordWorker } from './record-worker.ts';

/** What a worker says with its heartbeat. */
export interface Heartbeat extends UnderClaim {
  /** How many tasks the run will have, once the worker knows. */
  plannedTasks?: number | undefined;
  message?: string | undefined;
}

/**
 * A worker says that it is alive (rule WORK-3). Told to go on, it is alive for the window from now, and the state
 * machine hears of it; told to stop, it is not: until its end or its last window is over the lock stays with the run.
 * @returns why it must stop; undefined to go on.
 * @throws ServiceError `not-found`; `forbidden` to others than whoever claimed.
 */
export async function heartbeatRun(
  ctx: Orchestrated<ProjectContext>,
  flowRunId: string,
  heartbeat: Heartbeat,
): Promise<StopReason | undefined> {
  const { work, stop } = await retryOnConflict(orRefuse(`Run '${flowRunId}'`), () =>
    renewClaim(ctx, flowRunId, heartbeat),
  );
  const { execution, pointer } = work;
  if (stop === undefined) await resumeAndHeartbeat(ctx.orchestrator, pointer, execution);
  const { claim } = pointer;
  if (claim?.fence === heartbeat.fence) {
    const executionId = claim.finished ? undefined : execution.executionId;
    await recordWorker(ctx, { worker: claim.worker, executionId, message: heartbeat.message });
  }
  return stop;
}

/**
 * Lets a claim stand for another window, unless its worker must stop. Written with the run's own state: after its closing
 * nobody is told to go on.
 * @throws ServiceError `not-found`; `forbidden` to others than whoever claimed; StaleReadError when somebody else writes.
 */
export async function renewClaim(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, claimKey, plannedTasks }: Heartbeat,
): Promise<{ work: Work; stop: StopReason | undefined }> {
  const { projectId } = ctx;
  const work = await findWork(ctx, flowRunId, { claimKey });
  const { execution, pointer } = work;
  const stop = mustStop(stateOf(execution), pointer.claim, fence);
  if (stop !== undefined) return { work, stop };
  const transaction = new Transaction(ctx.db);
  if (plannedTasks === undefined || plannedTasks === execution.plannedTasks)
    transaction.check(projectKeys.execution(projectId, execution.executionId), ifRunOpen, staleRead);
  else addExecutionChange(transaction, execution, { ...execution, plannedTasks }, staleRead);
  const update = updateOf({ setEntries: [[['claim', 'heartbeatAt'], nowOf(ctx)]], add: { rev: 1 } });
  await transaction.update(runKeys.run(projectId, flowRunId), update, ifClaimHeld(fence), staleRead).commit();
  return { work, stop };
}

/** The claim of this fence stands, and its worker has not finished. */
export const ifClaimHeld = (fence: number): Condition => ({
  expression: '#claim.#fence = :mine AND attribute_not_exists(#claim.#finished)',
  names: { '#claim': 'claim', '#fence': 'fence', '#finished': 'finished' },
  values: { ':mine': fence },
});
