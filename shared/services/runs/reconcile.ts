import type { Context } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { causeOfDeath } from '../../domain/runs/death.ts';
import { isEnded } from '../../domain/runs/statuses.ts';
import type { Orchestrator } from '../../orchestration/port.ts';
import type { Stored } from '../../store/codec.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { getLock, getRunPointer, type LockHolder, releaseLock } from '../../store/locks.ts';
import { Transaction } from '../../store/transaction.ts';
import { Moved, moved } from '../cooldowns/moved.ts';
import { abortRun } from './abort-run.ts';
import { findRun, type RunRef } from './change-run.ts';
import { moveOn } from './move-on.ts';

/** A context that reaches the state machine. */
export type Orchestrated<C extends Context = Context> = C & { orchestrator: Orchestrator };

/** How a look is taken. */
export interface LookOptions {
  /** Seconds that a run may be unknown to the state machine. 0 where nothing else can be starting one. */
  graceSeconds?: number;
  /** A run that cannot be looked after just now is answered as it stands: whoever looks next tries again. */
  tolerant?: boolean;
}

/** The run that holds a project's lock. */
export interface HeldBy {
  holder: LockHolder;
  execution: Stored<ExecutionRecord>;
}

/**
 * Looks after the holder of a project's lock (design 5, Reconcile): one that has died is ended, which frees the lock.
 * Safe at any time and from anywhere, several at once included: all of them do what Abort does.
 * @returns who holds the lock afterwards; undefined when it is free.
 */
export async function reconcileRun(
  ctx: Orchestrated,
  projectId: string,
  options: LookOptions = {},
): Promise<HeldBy | undefined> {
  const lock = await getLock(ctx.db, projectId);
  if (!lock?.holder) return undefined;
  const { holder } = lock;
  const execution = await findRun(ctx, { projectId, ...holder });
  if (!execution || isEnded(execution.status)) {
    await freeOrphan(ctx, { projectId, ...holder });
    return undefined;
  }
  const standing = await reconcileExecution(ctx, execution, options);
  return isEnded(standing.status) ? undefined : { holder, execution: standing };
}

/**
 * Ends one run if it has died, unless a worker may still drive the hardware: then it is being ended, and whoever looks
 * next ends it. Tells one that waits what it should know.
 */
export async function reconcileExecution(
  ctx: Orchestrated,
  execution: Stored<ExecutionRecord>,
  options: LookOptions = {},
): Promise<Stored<ExecutionRecord>> {
  try {
    return await lookAfter(ctx, execution, options.graceSeconds);
  } catch (error) {
    if (!options.tolerant) throw error;
    const { projectId, executionId } = execution;
    ctx.log.warn('run not reconciled', { projectId, executionId, reason: String(error) });
    return execution;
  }
}

async function lookAfter(
  ctx: Orchestrated,
  execution: Stored<ExecutionRecord>,
  graceSeconds?: number,
): Promise<Stored<ExecutionRecord>> {
  const machine = await ctx.orchestrator.describe(execution.flowRunId);
  const ageSeconds = (ctx.clock().getTime() - Date.parse(execution.createdAt)) / 1000;
  const cause = causeOfDeath(machine, ageSeconds, graceSeconds);
  if (cause !== undefined) return (await abortRun(ctx, execution, cause)) ?? execution;
  if (execution.runner === 'worker') await lookAfterWait(ctx, execution);
  return execution;
}

/**
 * A run that waits for a worker in vain, because its cancellation was asked for, is told; one that was claimed is left
 * to its worker. What a worker said and nobody passed on, because who was told has died, is passed on.
 */
async function lookAfterWait(ctx: Orchestrated, execution: ExecutionRecord): Promise<void> {
  const pointer = await getRunPointer(ctx.db, execution.projectId, execution.flowRunId);
  if (!pointer?.waiting) return;
  const unclaimed = pointer.waiting.kind === 'claim' && !pointer.claim;
  if (execution.cancelRequestedAt !== undefined && unclaimed)
    await ctx.orchestrator.failToken(pointer.waiting.token, 'RunCancelled', 'Cancellation was requested');
  else await moveOn(ctx.orchestrator, pointer, execution);
}

/** A lock whose run has ended, or is not there at all, belongs to nobody. */
async function freeOrphan(ctx: Context, owner: RunRef): Promise<void> {
  const transaction = new Transaction(ctx.db);
  releaseLock(transaction, owner, nowOf(ctx), moved);
  await transaction.commit().catch((error: unknown) => {
    // Its owner was quicker.
    if (!(error instanceof Moved)) throw error;
  });
}
