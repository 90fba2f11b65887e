import { randomUUID } from 'node:crypto';
import { type FlowRun, prepareRun } from '../../../flows/verbs/prepare-run.ts';
import { prepareTask, type TaskRun } from '../../../flows/verbs/prepare-task.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notFound, notInProject } from '../../../kernel/errors.ts';
import { retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { requireQuota } from '../../../projects/verbs/usage/require-quota.ts';
import { runInTheWay } from '../../rules/lock.ts';
import { moveTo, startsThatMayBegin } from '../../rules/queue.ts';
import { getRunPointer, type LockHolder } from '../../store/locks.ts';
import type { QueuedRun, SettledRun } from '../../store/run-queue.ts';
import { type Orchestrated, reconcileRuns } from '../lock/reconcile.ts';
import type { NewRun } from '../start/start-run.ts';
import { addQueue, enqueue, type QueueAndLock, queueRetries, readQueueAndLock, settleQueued } from './change-queue.ts';
import { estimateQueue } from './estimate-queue.ts';
import { tryStartQueued } from './start-queued.ts';

type Ctx = Orchestrated<ProjectContext>;

/** A start that was asked for: it waits, or has an execution. */
export interface QueuedStart {
  run: Pick<QueuedRun, 'flowRunId' | 'flowName' | 'chipId' | 'task' | 'queuedAt'>;
  executionId: string | undefined;
  /** Who holds the lock that it waits for. */
  behind: LockHolder | undefined;
  /** Its place among those that wait, counted from 1. */
  position: number | undefined;
  /** Why its execution has failed before it began. */
  failure: string | undefined;
}

/**
 * "Run when free": starts a run of a flow when the project's lock is free and the starts before it have begun (rule
 * RUN-14), which may be now.
 * @throws ServiceError `not-found`, `invalid` as executing the flow; `conflict` for a full queue, for a project that is
 * beyond a quota, and for a start that has left the queue without a run.
 */
export async function queueFlow(ctx: Ctx, request: FlowRun): Promise<QueuedStart> {
  const { name: flowName, parameters, claimTimeoutSeconds, persist } = request;
  const { flowRunId, chipId } = await prepareRun(ctx, request);
  return queueStart(ctx, { flowRunId, flowName, chipId, parameters, claimTimeoutSeconds, persist });
}

/** The same with one task instead of a flow (rule FLOW-9). @throws ServiceError as `prepareTask` and `queueFlow`. */
export async function queueTask(ctx: Ctx, request: TaskRun): Promise<QueuedStart> {
  const { taskName: flowName, backend, chipId, parameters, claimTimeoutSeconds, persist } = request;
  const { flowRunId } = await prepareTask(ctx, request);
  return queueStart(ctx, {
    flowRunId,
    flowName,
    chipId,
    task: { backend, chipId },
    parameters,
    claimTimeoutSeconds,
    persist,
  });
}

type Start = Pick<QueuedRun, 'flowName' | 'chipId' | 'task' | 'claimTimeoutSeconds' | 'persist'> &
  Pick<NewRun, 'parameters'> & { flowRunId: string | undefined };

async function queueStart(ctx: Ctx, { flowRunId = randomUUID(), parameters, ...start }: Start): Promise<QueuedStart> {
  const { projectId } = ctx;
  await requireQuota(ctx, projectId, ['fileBytes', 'rows']);
  const { userId, username } = ctx.actor.user;
  const queuedAt = nowOf(ctx);
  const run: QueuedRun = { ...start, flowRunId, parameters: JSON.stringify(parameters), userId, username, queuedAt };
  await enqueue(ctx, projectId, run);
  await reconcileRuns(ctx, projectId, { tolerant: true });
  await tryStartQueued(ctx, projectId);
  const { queue, holders, scope } = await readQueueAndLock(ctx, projectId);
  const place = queue.waiting.findIndex((one) => one.flowRunId === flowRunId);
  const behind = runInTheWay(scope, holders, run.chipId);
  if (place >= 0) return { run, executionId: undefined, behind, position: place + 1, failure: undefined };
  const settled = queue.settled.find((one) => one.flowRunId === flowRunId);
  const executionId = settled?.executionId ?? (await getRunPointer(ctx.db, projectId, flowRunId))?.executionId;
  if (executionId === undefined) throw notStarted(run, settled);
  const failure = settled?.outcome === 'failed' ? settled.message : undefined;
  return { run, executionId, behind: undefined, position: undefined, failure };
}

const notStarted = (run: QueuedRun, settled: SettledRun | undefined) =>
  conflict(`${titleOf(run)} was not started: ${settled?.message ?? 'it has left the queue'}`);

/** A start in a sentence. */
export const titleOf = ({ flowName, task }: Pick<QueuedRun, 'flowName' | 'task'>): string =>
  `${task ? 'Task' : 'Flow'} '${flowName}'`;

/** The queue as it is read. */
export interface ReadQueue extends QueueAndLock {
  /** When each waiting start is expected to begin. */
  estimates: readonly (string | undefined)[];
}

/**
 * The waiting entries, and the outcomes of the newest that left. If the lock is free, waiting runs are started first.
 */
export async function readQueue(ctx: Ctx): Promise<ReadQueue> {
  const { projectId } = ctx;
  const first = await readQueueAndLock(ctx, projectId);
  if (first.queue.waiting.length === 0) return { ...first, estimates: [] };
  const mayBegin = startsThatMayBegin(first.scope, first.queue.waiting, first.holders).length > 0;
  if (mayBegin) await tryStartQueued(ctx, projectId);
  const found = mayBegin ? await readQueueAndLock(ctx, projectId) : first;
  return { ...found, estimates: await estimateQueue(ctx, found) };
}

/**
 * Removes a waiting start; the only one if none is named.
 * @throws ServiceError `not-found` if it does not wait; `conflict` if several wait and none is named, or if it was just
 * started.
 */
export async function removeQueued(ctx: Ctx, flowRunId?: string): Promise<QueuedRun> {
  const { projectId } = ctx;
  const { queue } = await readQueueAndLock(ctx, projectId);
  const run = flowRunId === undefined ? onlyOne(projectId, queue.waiting) : named(projectId, queue.waiting, flowRunId);
  const message = `Removed by '${ctx.actor.user.username}'`;
  if (!(await settleQueued(ctx, projectId, run, { outcome: 'removed', message, reason: 'locked' })))
    throw conflict(`${titleOf(run)} has already left the queue`, 'concurrent_change');
  return run;
}

/**
 * Moves a start to a position among those that wait, counted from 1; beyond the end it goes last.
 * @throws ServiceError `not-found` where it does not wait.
 */
export async function moveQueued(ctx: Ctx, flowRunId: string, position: number): Promise<QueuedRun> {
  const { projectId } = ctx;
  return retryOnConflict(queueRetries(projectId), async () => {
    const { queue } = await readQueueAndLock(ctx, projectId);
    const { waiting, settled } = queue;
    const run = named(projectId, waiting, flowRunId);
    const transaction = new Transaction(ctx.db);
    addQueue(transaction, queue, { projectId, waiting: moveTo(waiting, run, position - 1), settled });
    await transaction.commit();
    return run;
  });
}

function named(projectId: string, waiting: readonly QueuedRun[], flowRunId: string): QueuedRun {
  const run = waiting.find((one) => one.flowRunId === flowRunId.toLowerCase());
  if (!run) throw notInProject('Queued run', flowRunId, projectId);
  return run;
}

function onlyOne(projectId: string, [first, ...others]: readonly QueuedRun[]): QueuedRun {
  if (!first) throw notFound(`No run is queued in project '${projectId}'`);
  if (others.length > 0)
    throw conflict(
      `${others.length + 1} runs are queued in project '${projectId}': name one by 'flow_run_id'`,
      'run_queued',
    );
  return first;
}
