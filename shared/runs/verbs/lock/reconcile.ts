import { type Context, nowOf, type ProjectContext } from '../../../kernel/context.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { isDoneUnlessStale, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import type { Orchestrator } from '../../orchestration/port.ts';
import { isEnded } from '../../rules/statuses.ts';
import { terminationReason } from '../../rules/termination.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { getLock, getRunPointer, holdersOf, type LockHolder, type LockRecord, releaseLock } from '../../store/locks.ts';
import { findRun } from '../change-run.ts';
import { abortRun } from '../end/abort-run.ts';
import { resumeWaitingStep } from '../waiting/resume-waiting-step.ts';

/** A context that reaches the state machine. */
export type Orchestrated<C extends Context = Context> = C & { orchestrator: Orchestrator };

/** How a look is taken. */
export interface ReconcileOptions {
  /** Seconds that a run may be unknown to the state machine. 0 where nothing else can be starting one. */
  graceSeconds?: number;
  /** A run that cannot be reconciled just now is answered unchanged: the next look tries again. */
  tolerant?: boolean;
  /** When to leave the end of a large run to the next look. @throws OutOfTimeError */
  until?: Date;
}

/** A run that holds a lock. */
export interface HeldBy {
  holder: LockHolder;
  execution: Stored<ExecutionRecord>;
}

/**
 * Reconciles the runs that hold locks of a project (docs/design/runs-and-workers.md#who-looks-after-a-run): one that has
 * died is ended, which frees its lock. Safe at any time and from anywhere, also concurrently: all calls do what Abort
 * does.
 * @param executionId only this run is reconciled; all if absent.
 * @returns those of them that hold a lock afterwards, the oldest first.
 */
export async function reconcileRuns(
  ctx: Orchestrated,
  projectId: string,
  { executionId, ...options }: ReconcileOptions & { executionId?: string } = {},
): Promise<HeldBy[]> {
  const lock = await getLock(ctx.db, projectId);
  if (!lock) return [];
  const meant = holdersOf(lock).filter((holder) => executionId === undefined || holder.executionId === executionId);
  const held = await Promise.all(meant.map((holder) => reconcileHolder(ctx, lock, holder, options)));
  return held.filter((one) => one !== undefined);
}

async function reconcileHolder(
  ctx: Orchestrated,
  lock: Stored<LockRecord>,
  holder: LockHolder,
  options: ReconcileOptions,
): Promise<HeldBy | undefined> {
  const execution = await findRun(ctx, { projectId: lock.projectId, ...holder });
  if (!execution || isEnded(execution.status)) {
    await releaseOrphanedLock(ctx, lock, holder);
    return undefined;
  }
  const existing = await reconcileExecution(ctx, execution, options);
  return isEnded(existing.status) ? undefined : { holder, execution: existing };
}

/**
 * Ends one run if it has died, unless a worker may still drive the hardware: then it is being ended, and the next look
 * ends it. A waiting step is told what it should know.
 */
export async function reconcileExecution(
  ctx: Orchestrated,
  execution: Stored<ExecutionRecord>,
  options: ReconcileOptions = {},
): Promise<Stored<ExecutionRecord>> {
  try {
    return await endIfMachineEnded(ctx, execution, options);
  } catch (error) {
    if (!options.tolerant) throw error;
    const { projectId, executionId } = execution;
    ctx.log.warn('run not reconciled', { projectId, executionId, reason: String(error) });
    return execution;
  }
}

async function endIfMachineEnded(
  ctx: Orchestrated,
  execution: Stored<ExecutionRecord>,
  { graceSeconds, until }: ReconcileOptions,
): Promise<Stored<ExecutionRecord>> {
  const machine = await ctx.orchestrator.describe(execution.flowRunId);
  const ageSeconds = (ctx.clock().getTime() - Date.parse(execution.createdAt)) / 1000;
  const cause = terminationReason(machine, ageSeconds, graceSeconds);
  // What the state machine did not know a while ago it may know now: a run that has moved on since has been started.
  const onlyAt = machine ? undefined : execution.rev;
  if (cause !== undefined)
    return (await abortRun(ctx, execution, cause, { until, onlyAt, stop: 'stuck' })) ?? execution;
  if (execution.runner === 'worker') await reconcileWait(ctx, execution);
  return execution;
}

/**
 * Ends the wait of an unclaimed run whose cancellation was requested; a claimed run is left to its worker. A worker's
 * message that was not passed on, because its receiver died, is passed on.
 */
async function reconcileWait(ctx: Orchestrated, execution: ExecutionRecord): Promise<void> {
  const pointer = await getRunPointer(ctx.db, execution.projectId, execution.flowRunId);
  if (!pointer?.waiting) return;
  const unclaimed = pointer.waiting.kind === 'claim' && !pointer.claim;
  if (execution.cancelRequestedAt !== undefined && unclaimed)
    await ctx.orchestrator.failToken(pointer.waiting.token, 'RunCancelled', 'Cancellation was requested');
  else await resumeWaitingStep(ctx.orchestrator, pointer, execution);
}

/** A lock whose run has ended, or is missing, has no owner. Where the lock was changed meanwhile, the next look frees it. */
async function releaseOrphanedLock(ctx: Context, lock: Stored<LockRecord>, { executionId }: LockHolder): Promise<void> {
  const transaction = new Transaction(ctx.db);
  releaseLock(transaction, lock, executionId, nowOf(ctx), staleRead);
  // Its owner may be quicker.
  await isDoneUnlessStale(transaction.commit());
}

/** The runs that hold a lock of the project, the oldest first; those that have died are ended first. */
export const readLocks = (ctx: Orchestrated<ProjectContext>): Promise<HeldBy[]> =>
  reconcileRuns(ctx, ctx.projectId, { tolerant: true });
