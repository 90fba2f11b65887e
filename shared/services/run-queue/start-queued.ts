import { type Context, nowOf } from '../../context.ts';
import { sweepSeconds } from '../../domain/sweep-seconds.ts';
import { conflict, ServiceError } from '../../errors.ts';
import type { Stored } from '../../store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../store/dynamodb/conflict.ts';
import { batchGetItems, type Condition, ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { runKeys } from '../../store/keys.ts';
import type { ExecutionRecord } from '../../store/runs/executions.ts';
import { type LockHolder, lockEntity } from '../../store/runs/locks.ts';
import {
  decodeRunQueue,
  listQueues,
  type QueuedRun,
  type RunQueueRecord,
  runQueueEntity,
  type SettledRun,
} from '../../store/runs/run-queue.ts';
import { actingAs } from '../auth/acting-as.ts';
import { executeFlow } from '../flows/execute-flow.ts';
import type { Orchestrated } from '../runs/lock/reconcile.ts';
import { forEachInTime, untilOf } from '../sweep-time/for-each-in-time.ts';

/** A project's queue and who holds its lock, read at once. */
export interface QueueAndLock {
  queue: Stored<RunQueueRecord> | undefined;
  holder: LockHolder | undefined;
}

/** Reads both, consistently. */
export async function readQueueAndLock(ctx: Context, projectId: string): Promise<QueueAndLock> {
  const [queueItem, lockItem] = await batchGetItems(ctx.db, [runKeys.queue(projectId), runKeys.lock(projectId)]);
  return { queue: decodeRunQueue(queueItem), holder: lockItem && lockEntity.decode(lockItem).holder };
}

/**
 * Starts the run that waits for a project's lock, if the lock is free: as whoever queued it, with the rights that they
 * have now. It leaves the queue in the transaction that takes the lock, so that one that was removed is not started and
 * several attempts start one. What cannot be started leaves the queue with the reason. Repeatable, from anywhere.
 */
export async function startQueued(ctx: Orchestrated, projectId: string): Promise<void> {
  const { queue, holder } = await readQueueAndLock(ctx, projectId);
  const queued = queue?.queued;
  if (!queued || holder) return;
  const acting = await actingAs(ctx, { projectId, userId: queued.userId, username: queued.username });
  if (acting === 'no-project') return;
  if (acting === 'not-an-editor')
    return void (await settleQueued(
      ctx,
      projectId,
      queued,
      failed(`'${queued.username}' may no longer start runs in the project`),
    ));
  try {
    const run = await executeFlow(acting, {
      name: queued.flowName,
      parameters: JSON.parse(queued.parameters) as Record<string, unknown>,
      claimTimeoutSeconds: queued.claimTimeoutSeconds,
      flowRunId: queued.flowRunId,
      addWrites: (transaction, execution) => leaveQueue(transaction, queue, queued, execution),
    });
    if (run.status === 'failed')
      await settleQueued(ctx, projectId, queued, { ...failed(run.message), executionId: run.executionId });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // Somebody else was quicker, or the chip is being changed: it waits on.
    if (error.kind === 'conflict' && error.code !== 'limit_reached') return;
    await settleQueued(ctx, projectId, queued, failed(error.message));
  }
}

const failed = (message: string) => ({ outcome: 'failed' as const, message });

function leaveQueue(
  transaction: Transaction,
  { rev, ...queue }: Stored<RunQueueRecord>,
  queued: QueuedRun,
  { executionId, createdAt }: ExecutionRecord,
): void {
  const last = settledOf(queued, { outcome: 'started', message: '', executionId }, createdAt);
  const left: RunQueueRecord = { ...queue, queued: undefined, last };
  transaction.put(runQueueEntity.encode(left, rev + 1), ifStillQueued(queued), () =>
    conflict(`The queued run of flow '${queued.flowName}' has already left the queue`, 'concurrent_change'),
  );
}

/**
 * Writes what became of a start, unless something else has become of it since: one that was started cannot be removed.
 * @returns whether it was written.
 */
export async function settleQueued(
  ctx: Context,
  projectId: string,
  run: QueuedRun,
  outcome: Pick<SettledRun, 'outcome' | 'message' | 'executionId'>,
): Promise<boolean> {
  return retryOnConflict(orRefuse(`The queue of project '${projectId}'`), async () => {
    const { queue } = await readQueueAndLock(ctx, projectId);
    const { flowRunId } = run;
    const waits = queue?.queued?.flowRunId === flowRunId;
    const left = outcome.outcome === 'failed' && queue?.last?.flowRunId === flowRunId;
    if (!queue || !(waits || left)) return false;
    const { rev, ...record } = queue;
    const after = { ...record, queued: waits ? undefined : record.queued, last: settledOf(run, outcome, nowOf(ctx)) };
    await new Transaction(ctx.db).put(runQueueEntity.encode(after, rev + 1), ifRevision(rev), staleRead).commit();
    return true;
  });
}

const settledOf = (
  { flowRunId, flowName, username, queuedAt }: QueuedRun,
  outcome: Pick<SettledRun, 'outcome' | 'message' | 'executionId'>,
  at: string,
): SettledRun => ({ flowRunId, flowName, username, queuedAt, at, ...outcome });

const ifStillQueued = ({ flowRunId }: QueuedRun): Condition => ({
  expression: '#queued.#run = :run',
  names: { '#queued': 'queued', '#run': 'flowRunId' },
  values: { ':run': flowRunId },
});

/** Starts what waits, where the caller has something else to do: what fails now, the sweep tries again. */
export async function tryStartQueued(ctx: Orchestrated, projectId: string): Promise<void> {
  try {
    await startQueued(ctx, projectId);
  } catch (error) {
    ctx.log.warn('queued run not started', { projectId, reason: String(error) });
  }
}

/** Projects whose queues are looked at side by side. */
const concurrency = 8;

/** Starts what waits in all projects whose lock is free, for as long as there is time. @returns in how many of them that failed. */
export async function sweepQueues(
  ctx: Orchestrated,
  until = untilOf(ctx, sweepSeconds.queues),
): Promise<{ failed: number }> {
  const result = { failed: 0 };
  await forEachInTime(ctx, await listQueues(ctx.db), { until, width: concurrency }, async (projectId) => {
    try {
      await startQueued(ctx, projectId);
    } catch (error) {
      result.failed += 1;
      ctx.log.error('queued run not started', { projectId, reason: String(error) });
    }
  });
  return result;
}
