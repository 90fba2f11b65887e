import { nowOf, type ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { type Condition, writeItem } from '../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { updateOf } from '../../kernel/store/dynamodb/update.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { workerHeartbeatSeconds } from '../../runs/orchestration/worker-window.ts';
import { keepsTrace, mustStop, needsRenewal } from '../../runs/rules/claim.ts';
import { type LiveTrace, packTrace } from '../../runs/rules/live-trace.ts';
import type { StopReason } from '../../runs/rules/worker-protocol.ts';
import { addExecutionChange, stateOf } from '../../runs/store/executions.ts';
import { liveTraceEntity } from '../../runs/store/live-traces.ts';
import type { Orchestrated } from '../../runs/verbs/lock/reconcile.ts';
import { resumeAndHeartbeat } from '../../runs/verbs/waiting/resume-waiting-step.ts';
import { findWork, type UnderClaim, type Work } from './find-work.ts';
import { recordWorker } from './record-worker.ts';

/** What a worker says with its heartbeat. */
export interface Heartbeat extends UnderClaim {
  /** How many tasks the run will have, once the worker knows. */
  plannedTasks?: number | undefined;
  message?: string | undefined;
  /** A task runs. */
  running?: boolean | undefined;
  /** The points that the task has measured so far. */
  trace?: LiveTrace | undefined;
}

/**
 * A worker's heartbeat (rules WORK-3 and WORK-14). If it may continue, it counts as alive for the window from now, and
 * the state machine is told; if it must stop, it does not: the lock stays with the run until the worker finishes or its
 * last window is over.
 * @returns why it must stop; undefined to continue.
 * @throws ServiceError `not-found`; `forbidden` to others than the claim's worker.
 */
export async function heartbeatRun(
  ctx: Orchestrated<ProjectContext>,
  flowRunId: string,
  heartbeat: Heartbeat,
): Promise<StopReason | undefined> {
  const { work, stop, isRenewed, isTraceKept } = await retryOnConflict(orRefuse(`Run '${flowRunId}'`), () =>
    renewClaim(ctx, flowRunId, heartbeat),
  );
  const { execution, pointer } = work;
  if (isRenewed) await resumeAndHeartbeat(ctx.orchestrator, pointer, execution);
  if (isTraceKept && heartbeat.trace) await putTrace(ctx, execution.executionId, heartbeat.fence, heartbeat.trace);
  const { claim } = pointer;
  const isNews = isRenewed || stop !== undefined || heartbeat.message !== undefined;
  if (isNews && claim?.fence === heartbeat.fence) {
    const executionId = claim.finished ? undefined : execution.executionId;
    await recordWorker(ctx, { worker: claim.worker, executionId, message: heartbeat.message });
  }
  return stop;
}

/** Shows the live measurement to viewers of the run; later data replaces it (rule WORK-15). */
async function putTrace(
  { db, projectId, clock }: ProjectContext,
  executionId: string,
  fence: number,
  trace: LiveTrace,
): Promise<void> {
  const record = { projectId, executionId, fence, at: clock().toISOString(), trace: packTrace(trace) };
  await writeItem(db, { put: liveTraceEntity.encode(record, 1), unseen: true });
}

/** What a heartbeat leads to. */
interface Renewal {
  work: Work;
  stop: StopReason | undefined;
  isRenewed: boolean;
  /** Whether the points that it has are to be written. */
  isTraceKept: boolean;
}

/**
 * Extends a claim by another window, unless its worker must stop or was told to continue a moment ago. One write of the
 * pointer, which a cancellation and a closing mark: after them no worker is told to continue.
 * @throws ServiceError `not-found`; `forbidden` to others than the claim's worker; StaleReadError when another process
 * writes.
 */
export async function renewClaim(
  ctx: ProjectContext,
  flowRunId: string,
  { fence, claimKey, plannedTasks, running = false }: Heartbeat,
): Promise<Renewal> {
  const { projectId } = ctx;
  const work = await findWork(ctx, flowRunId, { claimKey });
  const { execution, pointer } = work;
  if (execution.past) throw conflict(`Run '${execution.executionId}' is a run of the past: it needs no heartbeat`);
  const stop = mustStop(stateOf(execution), pointer.claim, fence);
  if (stop !== undefined) return { work, stop, isRenewed: false, isTraceKept: false };
  const isPlanned = plannedTasks === undefined || plannedTasks === execution.plannedTasks;
  const { claim } = pointer;
  const { workerWindowSeconds } = ctx.config;
  const isTraceKept =
    !running || !claim || keepsTrace(claim, ctx.clock(), workerHeartbeatSeconds(workerWindowSeconds, true));
  if (running && isPlanned && claim && !needsRenewal(claim, ctx.clock(), workerWindowSeconds))
    return { work, stop, isRenewed: false, isTraceKept };
  const key = runKeys.run(projectId, flowRunId);
  const update = updateOf({ setEntries: [[['claim', 'heartbeatAt'], nowOf(ctx)]], add: { rev: 1 } });
  if (isPlanned) {
    const { ok } = await writeItem(ctx.db, {
      update: key,
      with: update,
      condition: ifContinuing(fence),
      unanswered: true,
    });
    if (!ok) throw staleRead();
  } else {
    const transaction = new Transaction(ctx.db);
    addExecutionChange(transaction, execution, { ...execution, plannedTasks }, staleRead);
    await transaction.update(key, update, ifContinuing(fence), staleRead).commit();
  }
  return { work, stop, isRenewed: true, isTraceKept };
}

/** The same, and nothing asks its worker to stop. */
function ifContinuing(fence: number): Condition {
  const { expression, ...rest } = ifClaimHeld(fence);
  return { ...rest, expression: `${expression} AND attribute_not_exists(stopping)` };
}

/** The claim of this fence is valid, and its worker has not finished. */
export const ifClaimHeld = (fence: number): Condition => ({
  expression: '#claim.#fence = :mine AND attribute_not_exists(#claim.#finished)',
  names: { '#claim': 'claim', '#fence': 'fence', '#finished': 'finished' },
  values: { ':mine': fence },
});
