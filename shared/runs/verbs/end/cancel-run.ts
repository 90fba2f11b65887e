import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { conflict, notInProject } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { RunEnded } from '../../orchestration/errors.ts';
import { runIdPattern } from '../../rules/ids.ts';
import { requestCancel } from '../../rules/transitions.ts';
import { type ExecutionRecord, getExecution, stateOf } from '../../store/executions.ts';
import { getRunPointer } from '../../store/locks.ts';
import { runAudit } from '../audit.ts';
import { changeRun, findRun } from '../change-run.ts';
import { type Orchestrated, reconcileExecution } from '../lock/reconcile.ts';
import { abortRun } from './abort-run.ts';

/**
 * Cancels a run (rule RUN-9): sets the flag that every step and every write of results looks at, tells
 * one that waits for a worker, and ends one that has died at once. Asking again changes nothing, but looks again.
 * @param id the UUID of the run, or the id of its execution.
 * @returns the execution: `cancelled` when that is over, else with its cancellation asked for.
 * @throws ServiceError `not-found`; `conflict` when it completed or failed.
 */
export async function cancelRun(ctx: Orchestrated<ProjectContext>, id: string): Promise<Stored<ExecutionRecord>> {
  const found = await findExecution(ctx, id);
  const cancelled = await setCancelRequested(ctx, found);
  if (cancelled.status === 'cancelled') return cancelled;
  // No state machine ends the record of a run of the past.
  if (cancelled.past) return (await abortRun(ctx, cancelled, 'Cancelled')) ?? cancelled;
  return reconcileExecution(ctx, cancelled, { tolerant: true });
}

async function findExecution(ctx: ProjectContext, id: string): Promise<Stored<ExecutionRecord>> {
  const { db, projectId } = ctx;
  const isRun = runIdPattern.test(id);
  const executionId = isRun ? (await getRunPointer(db, projectId, id.toLowerCase()))?.executionId : id;
  const execution = executionId === undefined ? undefined : await getExecution(db, projectId, executionId);
  if (!execution) throw notInProject('Run', id, projectId);
  return execution;
}

async function setCancelRequested(
  ctx: ProjectContext,
  execution: Stored<ExecutionRecord>,
): Promise<Stored<ExecutionRecord>> {
  const username = ctx.actor.user.username;
  const cancelled = { cancelRequestedAt: nowOf(ctx), cancelRequestedBy: username };
  try {
    return await changeRun(ctx, execution, (existing) => ({
      transition: requestCancel(stateOf(existing)),
      fields: cancelled,
      audit: runAudit(ctx, 'cancel-run', existing),
    }));
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    const { executionId, status } = (await findRun(ctx, execution)) ?? execution;
    throw conflict(`Run '${executionId}' cannot be cancelled: it is ${status}`, 'run_ended');
  }
}
