import { type Context, nowOf } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import {
  changedByOthers,
  type RetryLimit,
  retryOnConflict,
  staleRead,
} from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { projectKeys, runKeys } from '../../../kernel/store/keys.ts';
import { noAccess } from '../../../people/verbs/auth/authenticate.ts';
import { ifLockScope, isDeletedProject, lockScopeOf, projectEntity } from '../../../projects/store/projects.ts';
import type { FiringFacts } from '../../../schedules/store/schedules.ts';
import { addFiring, readFired } from '../../../schedules/verbs/firings/add-firing.ts';
import type { LockScope } from '../../rules/lock.ts';
import { QUEUE_LIMIT } from '../../rules/queue.ts';
import { getRunPointer, holdersOf, type LockHolder, lockEntity } from '../../store/locks.ts';
import {
  decodeRunQueue,
  type QueuedRun,
  type RunQueueRecord,
  runQueueEntity,
  type SettledRun,
} from '../../store/run-queue.ts';

/*
 * Each change of a queue is written over the revision that was read (docs/design/write-protocols.md#run-when-free), so
 * that of two changes at once one reads again.
 */

/** A project's queue and the runs that hold its locks, read at once. */
export interface QueueAndLock {
  /** Without a revision where no start has waited yet. */
  queue: RunQueueRecord & Partial<Stored<RunQueueRecord>>;
  /** The oldest first. */
  holders: LockHolder[];
  scope: LockScope;
}

/** Reads them, consistently. */
export async function readQueueAndLock(ctx: Context, projectId: string): Promise<QueueAndLock> {
  const [queueItem, lockItem, projectItem] = await batchGetItems(ctx.db, [
    runKeys.queue(projectId),
    runKeys.lock(projectId),
    projectKeys.project(projectId),
  ]);
  const queue = decodeRunQueue(queueItem) ?? { projectId, waiting: [], settled: [] };
  const scope = lockScopeOf(projectItem && projectEntity.decode(projectItem));
  return { queue, holders: holdersOf(lockItem && lockEntity.decode(lockItem)), scope };
}

/** Adds the new queue to a transaction, which fails as `stale` if it was written since it was read. */
export function addQueue(
  transaction: Transaction,
  { rev }: QueueAndLock['queue'],
  after: RunQueueRecord,
  stale: () => Error = staleRead,
): void {
  const item = runQueueEntity.encode(after, (rev ?? 0) + 1);
  transaction.put(item, rev === undefined ? ifAbsent : ifRevision(rev), stale);
}

/** Each round of concurrent writers has one that succeeds, and the queue bounds how many there are. */
export const queueRetries = (projectId: string): RetryLimit => ({
  attempts: QUEUE_LIMIT + 10,
  exceeded: () => changedByOthers(`The queue of project '${projectId}'`),
});

/**
 * Takes the last place of the queue. A start that waits, has left the queue or has begun is left as it is.
 * @returns the earlier firing of its schedule that waits, in which case nothing was added.
 * @throws ServiceError `conflict` for a full queue.
 */
export async function enqueue(
  ctx: Context,
  projectId: string,
  run: QueuedRun,
): Promise<NonNullable<QueuedRun['firing']> | undefined> {
  return retryOnConflict(queueRetries(projectId), async () => {
    const { queue, scope } = await readQueueAndLock(ctx, projectId);
    const { waiting, settled } = queue;
    if ([...waiting, ...settled].some(({ flowRunId }) => flowRunId === run.flowRunId)) return undefined;
    const earlier = run.firing && waiting.find(({ firing }) => firing?.scheduleId === run.firing?.scheduleId)?.firing;
    if (earlier) return earlier;
    if (await getRunPointer(ctx.db, projectId, run.flowRunId)) return undefined;
    if (waiting.length >= QUEUE_LIMIT) throw full(projectId);
    const transaction = new Transaction(ctx.db);
    const added = scope === 'chip' ? run : { ...run, chipId: undefined };
    addQueue(transaction, queue, { projectId, waiting: [...waiting, added], settled });
    transaction.check(projectKeys.project(projectId), ifLockScope(scope), (project) =>
      isDeletedProject(project) ? noAccess(projectId) : staleRead(),
    );
    await transaction.commit();
    return undefined;
  });
}

const full = (projectId: string) =>
  conflict(`The queue of project '${projectId}' is full: ${QUEUE_LIMIT} starts wait. Remove one first`, 'run_queued');

/** Whether a start waits. */
export async function isWaiting(ctx: Context, projectId: string, flowRunId: string): Promise<boolean> {
  const { queue } = await readQueueAndLock(ctx, projectId);
  return queue.waiting.some((one) => one.flowRunId === flowRunId);
}

/** How a start leaves the queue. */
export type Settlement = Pick<SettledRun, 'outcome' | 'message' | 'executionId'> & {
  /** The reason for the firing of its schedule; none is recorded if this is absent and it has not started. */
  reason?: FiringFacts['reason'];
};

/** Most characters of the reason that is kept with a start that has left: all starts of a queue are one item. */
const MOST_MESSAGE = 1000;

/** A queue that a start has left; only the newest that left are kept. */
export function withSettled(
  { projectId, waiting, settled }: RunQueueRecord,
  { flowRunId, flowName, chipId, task, username, queuedAt, firing }: QueuedRun,
  { outcome, message, executionId }: Settlement,
  at: string,
): RunQueueRecord {
  const own = { flowRunId, flowName, chipId, task, username, queuedAt, firing };
  const left: SettledRun = { ...own, at, outcome, message: shortened(message), executionId };
  const isOther = (one: { flowRunId: string }) => one.flowRunId !== flowRunId;
  return {
    projectId,
    waiting: waiting.filter(isOther),
    settled: [left, ...settled.filter(isOther)].slice(0, QUEUE_LIMIT),
  };
}

const shortened = (message: string): string =>
  message.length <= MOST_MESSAGE ? message : `${message.slice(0, MOST_MESSAGE - 3)}...`;

/** The outcome of a firing whose start has left the queue; undefined where none is recorded. */
export function firingOf(
  { firing }: QueuedRun,
  { outcome, reason, message, executionId }: Settlement,
  at: string,
): FiringFacts | undefined {
  if (!firing) return undefined;
  const { scheduledTime } = firing;
  if (outcome === 'started') return { scheduledTime, at, outcome, message: '', executionId };
  if (reason === undefined) return undefined;
  const isSkipped = outcome === 'removed' || reason === 'not-a-member';
  return { scheduledTime, at, outcome: isSkipped ? 'skipped' : 'failed', reason, message, executionId };
}

/**
 * Lets a start leave the queue, unless it has left already; a start whose run could not be launched is restated as
 * failed.
 * @returns whether it was written.
 */
export async function settleQueued(
  ctx: Context,
  projectId: string,
  run: QueuedRun,
  settlement: Settlement,
): Promise<boolean> {
  return retryOnConflict(queueRetries(projectId), async () => {
    const { queue } = await readQueueAndLock(ctx, projectId);
    const isOwn = (one: { flowRunId: string }) => one.flowRunId === run.flowRunId;
    const isRestated = settlement.outcome === 'failed' && queue.settled.find(isOwn)?.outcome === 'started';
    if (!isRestated && !queue.waiting.some(isOwn)) return false;
    const at = nowOf(ctx);
    const transaction = new Transaction(ctx.db);
    addQueue(transaction, queue, withSettled(queue, run, settlement, at));
    const firing = firingOf(run, settlement, at);
    const { schedule } = run.firing ? await readFired(ctx, { projectId, ...run.firing }) : {};
    if (firing && schedule) addFiring(transaction, schedule, firing, staleRead, isRestated);
    await transaction.commit();
    return true;
  });
}
