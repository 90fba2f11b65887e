import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { ExecutionRecord } from '../../store/executions.ts';
import { getRunPointer, type HeldLock, listHeldLocks } from '../../store/locks.ts';
import { abortRun } from '../end/abort-run.ts';
import { completeRun } from '../end/complete-run.ts';
import { type Orchestrated, reconcileRuns } from '../lock/reconcile.ts';

/**
 * Resumes the runs that hold a lock and that the state machine does not know: if its state does not outlive the
 * process, each start of the process finds what the last one left. They are started again under their own ids and
 * continue after their last results; one that was being ended is ended. Only for a process that shares its table with
 * no other.
 * @returns how many were resumed.
 */
export async function resumeRuns(ctx: Orchestrated): Promise<number> {
  let resumed = 0;
  for (const lock of await listHeldLocks(ctx.db)) {
    try {
      if (await resumeHolder(ctx, lock)) resumed += 1;
    } catch (error) {
      // One run that cannot be resumed must not keep the others from it; the sweep tries again.
      const { projectId, executionId } = lock;
      ctx.log.error('run not resumed', { projectId, executionId, reason: String(error) });
    }
  }
  return resumed;
}

/** @returns whether the run was resumed. */
async function resumeHolder(ctx: Orchestrated, { projectId, executionId }: HeldLock): Promise<boolean> {
  // Nothing is dead only because it is unknown; a lock whose run has ended is freed.
  const [existing] = await reconcileRuns(ctx, projectId, { executionId, graceSeconds: Number.POSITIVE_INFINITY });
  if (!existing || (await ctx.orchestrator.describe(existing.execution.flowRunId))) return false;
  await resumeRun(ctx, existing.execution);
  return true;
}

async function resumeRun(ctx: Orchestrated, execution: Stored<ExecutionRecord>): Promise<void> {
  const { projectId, executionId, flowRunId, runner } = execution;
  if (!execution.closing) {
    const ids = { project_id: projectId, execution_id: executionId, flow_run_id: flowRunId, runner };
    return ctx.orchestrator.start(ids);
  }
  const isComplete = execution.cancelRequestedAt === undefined && (await isDone(ctx, execution));
  if (isComplete) await completeRun(ctx, execution);
  else await abortRun(ctx, execution, 'The service stopped while the run was being ended', { stop: 'stuck' });
}

/** Whether all of its work was done: a plan's last task, or what its worker said. */
async function isDone(ctx: Orchestrated, execution: Stored<ExecutionRecord>): Promise<boolean> {
  const { runner, projectId, flowRunId, cursor, plannedTasks } = execution;
  if (runner === 'managed') return cursor === plannedTasks;
  const pointer = await getRunPointer(ctx.db, projectId, flowRunId);
  return pointer?.claim?.finished?.status === 'completed';
}
