import { nowOf, type ProjectContext } from '../../context.ts';
import { mustStop } from '../../domain/runs/claim.ts';
import type { StopReason } from '../../domain/runs/worker-words.ts';
import type { Condition } from '../../store/database.ts';
import { addExecutionChange } from '../../store/executions.ts';
import { projectKeys, runKeys } from '../../store/keys.ts';
import { Transaction } from '../../store/transaction.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { ifOn } from '../runs/await-token.ts';
import { stateOf } from '../runs/change-run.ts';
import { passOn } from '../runs/move-on.ts';
import type { Orchestrated } from '../runs/reconcile.ts';
import { findWork, type Work } from './find-work.ts';
import { noteWorker } from './note-worker.ts';

/** What a worker says with its heartbeat. */
export interface Heartbeat {
  fence: number;
  /** How many tasks the run will have, once the worker knows. */
  plannedTasks?: number | undefined;
  message?: string | undefined;
}

/**
 * A worker says that it is alive (design 5). Told to go on, it is alive for the window from now, and the state machine
 * hears of it; told to stop, it is not: until its end or its last window is over the lock stays with the run.
 * @returns why it must stop; undefined to go on.
 * @throws Refusal `not-found`.
 */
export async function heartbeatRun(
  ctx: Orchestrated<ProjectContext>,
  flowRunId: string,
  heartbeat: Heartbeat,
): Promise<StopReason | undefined> {
  const { work, stop } = await untilUnmoved(`Run '${flowRunId}'`, () => renewClaim(ctx, flowRunId, heartbeat));
  const { execution, pointer } = work;
  if (stop === undefined) await passOn(ctx.orchestrator, pointer, execution);
  const { claim } = pointer;
  if (claim?.fence === heartbeat.fence) {
    const executionId = claim.finished ? undefined : execution.executionId;
    await noteWorker(ctx, { worker: claim.worker, executionId, message: heartbeat.message });
  }
  return stop;
}

/**
 * Lets a claim stand for another window, unless its worker must stop. Written with the run's own state: after its closing
 * nobody is told to go on.
 * @throws Refusal `not-found`; Moved when somebody else writes.
 */
export async function renewClaim(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, plannedTasks }: Heartbeat,
): Promise<{ work: Work; stop: StopReason | undefined }> {
  const { projectId } = ctx;
  const work = await findWork(ctx, flowRunId);
  const { execution, pointer } = work;
  const stop = mustStop(stateOf(execution), pointer.claim, fence);
  if (stop !== undefined) return { work, stop };
  const transaction = new Transaction(ctx.db);
  if (plannedTasks === undefined || plannedTasks === execution.plannedTasks)
    transaction.check(projectKeys.execution(projectId, execution.executionId), ifOn, moved);
  else addExecutionChange(transaction, execution, { ...execution, plannedTasks }, moved);
  const update = {
    expression: 'SET #claim.#heartbeatAt = :now, #rev = #rev + :one',
    names: { '#heartbeatAt': 'heartbeatAt', '#rev': 'rev' },
    values: { ':now': nowOf(ctx), ':one': 1 },
  };
  await transaction.update(runKeys.run(projectId, flowRunId), update, ifMyClaim(fence), moved).commit();
  return { work, stop };
}

/** The claim of this fence stands, and its worker has not finished. */
export const ifMyClaim = (fence: number): Condition => ({
  expression: '#claim.#fence = :mine AND attribute_not_exists(#claim.#finished)',
  names: { '#claim': 'claim', '#fence': 'fence', '#finished': 'finished' },
  values: { ':mine': fence },
});
