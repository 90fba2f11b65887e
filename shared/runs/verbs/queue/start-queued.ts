import { executeFlow } from '../../../flows/verbs/execute-flow.ts';
import type { FlowRun } from '../../../flows/verbs/prepare-run.ts';
import { executeTask } from '../../../flows/verbs/prepare-task.ts';
import { type Context, nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { sweepSeconds } from '../../../kernel/rules/sweep-seconds.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { forEachInTime, untilOf } from '../../../kernel/verbs/for-each-in-time.ts';
import { actingAs } from '../../../people/verbs/auth/acting-as.ts';
import { isStillDue } from '../../../schedules/rules/schedule.ts';
import { addFiring, type Fired, readFired } from '../../../schedules/verbs/firings/add-firing.ts';
import { pausedUntil, QUEUE_LIMIT, startsThatMayBegin } from '../../rules/queue.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { listQueues, type QueuedRun } from '../../store/run-queue.ts';
import type { Orchestrated } from '../lock/reconcile.ts';
import {
  addQueue,
  firingOf,
  type QueueAndLock,
  readQueueAndLock,
  type Settlement,
  settleQueued,
  withSettled,
} from './change-queue.ts';

/** Looks at one queue: each of its starts may leave it, and others may change it as often meanwhile. */
const maxLooks = 2 * QUEUE_LIMIT;

/**
 * Starts the first run that waits for a project's lock, if the lock is free, or the first of each chip whose lock is: as the user who queued it, with the rights
 * that they have now. It leaves the queue in the transaction that takes the lock, so that a removed entry is not
 * started and several attempts start one. An entry that cannot be started leaves the queue with the reason, and the
 * next is tried. After a run that could not be launched it does nothing for a while. Repeatable, from anywhere.
 */
export async function startQueued(ctx: Orchestrated, projectId: string): Promise<void> {
  // Those that were tried and wait on, by the chip.
  const tried = new Set<string | undefined>();
  for (let look = 0; look < maxLooks; look += 1) {
    const { queue, holders, scope } = await readQueueAndLock(ctx, projectId);
    if (nowOf(ctx) < (pausedUntil(queue.settled) ?? '')) return;
    const next = startsThatMayBegin(scope, queue.waiting, holders).find(({ chipId }) => !tried.has(chipId));
    if (!next) return;
    if (await startNext(ctx, queue, next)) continue;
    if (scope === 'project') return;
    tried.add(next.chipId);
  }
}

/** The queue, or the schedule of its first start, has been written since it was read. */
class EditedQueue extends Error {
  override readonly name = 'EditedQueue';
}

/** @returns whether to look at the queue again: its first start has left it without a run, or it was changed meanwhile. */
async function startNext(ctx: Orchestrated, queue: QueueAndLock['queue'], next: QueuedRun): Promise<boolean> {
  const { projectId } = queue;
  const { userId, username } = next;
  const settle = async (settlement: Settlement): Promise<true> => {
    await settleQueued(ctx, projectId, next, settlement);
    return true;
  };
  const acting = await actingAs(ctx, { projectId, userId, username });
  if (acting === 'no-project') return false;
  if (acting === 'not-an-editor')
    return settle({ ...failed(`'${username}' may no longer start runs in the project`), reason: 'not-a-member' });
  const fired = next.firing && (await readFired(ctx, { projectId, ...next.firing }));
  if (next.firing && !(fired?.schedule && isStillDue(fired.schedule, next.firing.scheduledTime)))
    return settle(failed('Its schedule was deleted, paused or given another time'));
  try {
    const run = await execute(acting, next, {
      parameters: JSON.parse(next.parameters) as Record<string, unknown>,
      claimTimeoutSeconds: next.claimTimeoutSeconds,
      persist: next.persist,
      flowRunId: next.flowRunId,
      note: next.firing && { schedule_id: next.firing.scheduleId, scheduled_time: next.firing.scheduledTime },
      addWrites: (transaction, execution) => leaveQueue(ctx, transaction, { queue, next, fired, execution }),
    });
    const { status, startAt, message, executionId } = run;
    const isLaunched = status !== 'failed' || startAt !== undefined;
    // Its run may have been started outside the queue, under the same id: then it still waits here.
    await settle({ outcome: 'started', message: '', executionId });
    if (!isLaunched) await settle({ ...failed(message), executionId, reason: 'start' });
    return false;
  } catch (error) {
    if (error instanceof EditedQueue) return true;
    if (!(error instanceof ServiceError)) throw error;
    // Another run has the lock, or the chip is being changed: it waits on.
    if (error.kind === 'conflict' && error.code !== 'limit_reached') return false;
    return settle({ ...failed(error.message), reason: 'flow' });
  }
}

const execute = (acting: Orchestrated<ProjectContext>, { flowName, task }: QueuedRun, run: Omit<FlowRun, 'name'>) =>
  task ? executeTask(acting, { ...run, ...task, taskName: flowName }) : executeFlow(acting, { ...run, name: flowName });

const failed = (message: string) => ({ outcome: 'failed' as const, message });

interface Leaving {
  queue: QueueAndLock['queue'];
  next: QueuedRun;
  fired: Fired | undefined;
  execution: ExecutionRecord;
}

function leaveQueue(ctx: Context, transaction: Transaction, { queue, next, fired, execution }: Leaving): void {
  const changed = () => new EditedQueue(`The queue of project '${queue.projectId}' was changed`);
  const started: Settlement = { outcome: 'started', message: '', executionId: execution.executionId };
  const at = nowOf(ctx);
  addQueue(transaction, queue, withSettled(queue, next, started, at), changed);
  const firing = firingOf(next, started, at);
  if (firing && fired?.schedule) addFiring(transaction, fired.schedule, firing, changed);
}

/** Starts what waits, where the caller has something else to do: what fails now, the sweep tries again. */
export async function tryStartQueued(ctx: Orchestrated, projectId: string): Promise<void> {
  try {
    await startQueued(ctx, projectId);
  } catch (error) {
    ctx.log.warn('queued run not started', { projectId, reason: String(error) });
  }
}

/** Projects whose queues are processed concurrently. */
const concurrency = 8;

/**
 * Starts what waits in projects whose lock is free, for as long as there is time.
 * @param projects with a start that waits; all of them by default.
 * @returns in how many of them that failed.
 */
export async function sweepQueues(
  ctx: Orchestrated,
  until = untilOf(ctx, sweepSeconds.queues),
  projects?: readonly string[],
): Promise<{ failed: number }> {
  const result = { failed: 0 };
  const waiting = projects ?? (await listQueues(ctx.db));
  await forEachInTime(ctx, waiting, { until, width: concurrency }, async (projectId) => {
    try {
      await startQueued(ctx, projectId);
    } catch (error) {
      result.failed += 1;
      ctx.log.error('queued run not started', { projectId, reason: String(error) });
    }
  });
  return result;
}
