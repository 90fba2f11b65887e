import { randomUUID } from 'node:crypto';
import { nowOf, type ProjectContext } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../store/dynamodb/conflict.ts';
import { ifAbsent, ifRevision } from '../../store/dynamodb/database.ts';
import { Transaction } from '../../store/dynamodb/transaction.ts';
import { getRunPointer, type LockHolder } from '../../store/runs/locks.ts';
import { type QueuedRun, runQueueEntity } from '../../store/runs/run-queue.ts';
import { type FlowRun, prepareRun, runIdOf } from '../flows/prepare-run.ts';
import { type Orchestrated, reconcileRun } from '../runs/lock/reconcile.ts';
import { type QueueAndLock, readQueueAndLock, settleQueued, tryStartQueued } from './start-queued.ts';

type Ctx = Orchestrated<ProjectContext>;

/** A start that was asked for: `executionId` once there is an execution. */
export interface QueuedStart {
  run: Pick<QueuedRun, 'flowRunId' | 'flowName' | 'queuedAt'>;
  executionId: string | undefined;
  /** Who holds the lock that it waits for. */
  behind: LockHolder | undefined;
  /** Why it was not started, where it was not. */
  failure: string | undefined;
}

/**
 * "Run when free": starts a run of a flow as soon as the project's lock is free, which may be now. One start may wait.
 * @throws ServiceError `not-found`, `invalid` as executing the flow; `conflict` naming the start that waits already.
 */
export async function queueFlow(ctx: Ctx, request: FlowRun): Promise<QueuedStart> {
  const { projectId } = ctx;
  const { name, parameters, claimTimeoutSeconds, requestKey } = request;
  await prepareRun(ctx, request);
  const { userId, username } = ctx.actor.user;
  const flowRunId = requestKey === undefined ? randomUUID() : runIdOf(ctx, name, requestKey);
  const queuedAt = nowOf(ctx);
  const run: QueuedRun = {
    flowRunId,
    flowName: name,
    parameters: JSON.stringify(parameters),
    claimTimeoutSeconds,
    userId,
    username,
    queuedAt,
  };
  await retryOnConflict(orRefuse(`The queue of project '${projectId}'`), () => enqueue(ctx, run));
  await reconcileRun(ctx, projectId, { tolerant: true });
  await tryStartQueued(ctx, projectId);
  const { queue, holder } = await readQueueAndLock(ctx, projectId);
  const waits = queue?.queued?.flowRunId === flowRunId;
  const pointer = waits ? undefined : await getRunPointer(ctx.db, projectId, flowRunId);
  const last = queue?.last?.flowRunId === flowRunId ? queue.last : undefined;
  const failure = !waits && last?.outcome !== 'started' ? last?.message : undefined;
  return { run, executionId: pointer?.executionId, behind: waits ? holder : undefined, failure };
}

/** Takes the place in the queue; a repeat of the request finds itself there, started, or what else became of it. */
async function enqueue(ctx: Ctx, run: QueuedRun): Promise<void> {
  const { projectId } = ctx;
  const { queue } = await readQueueAndLock(ctx, projectId);
  const { rev, ...record } = queue ?? { projectId, rev: undefined };
  if (queue?.queued?.flowRunId === run.flowRunId) return;
  // Somebody has removed it, or it could not be started: that is what its repeat is told.
  if (queue?.last?.flowRunId === run.flowRunId) return;
  if (await getRunPointer(ctx.db, projectId, run.flowRunId)) return;
  if (queue?.queued) throw alreadyQueued(projectId, queue.queued);
  const after = runQueueEntity.encode({ ...record, queued: run }, (rev ?? 0) + 1);
  await new Transaction(ctx.db).put(after, rev === undefined ? ifAbsent : ifRevision(rev), staleRead).commit();
}

const alreadyQueued = (projectId: string, { flowName, username, queuedAt }: QueuedRun) =>
  conflict(
    `Project '${projectId}' has a queued run: flow '${flowName}' by '${username}' since ${queuedAt}. Remove it first`,
    'run_queued',
  );

/** What waits, and what became of the one before. Where the lock is free, what waits is started first. */
export async function readQueue(ctx: Ctx): Promise<QueueAndLock> {
  const { projectId } = ctx;
  const found = await readQueueAndLock(ctx, projectId);
  if (!found.queue?.queued || found.holder) return found;
  await tryStartQueued(ctx, projectId);
  return readQueueAndLock(ctx, projectId);
}

/** Removes the start that waits. @throws ServiceError `not-found` where none does; `conflict` where it was just started. */
export async function removeQueued(ctx: Ctx): Promise<QueuedRun> {
  const { projectId } = ctx;
  const { queue } = await readQueueAndLock(ctx, projectId);
  if (!queue?.queued) throw notFound(`No run is queued in project '${projectId}'`);
  const message = `Removed by '${ctx.actor.user.username}'`;
  if (!(await settleQueued(ctx, projectId, queue.queued, { outcome: 'removed', message })))
    throw conflict(`The queued run of flow '${queue.queued.flowName}' has already left the queue`, 'concurrent_change');
  return queue.queued;
}
