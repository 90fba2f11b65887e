import { type Context, nowOf } from '../../kernel/context.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../kernel/store/dynamodb/conflict.ts';
import { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import { type AuditRecord, auditEntity } from '../../projects/store/audit.ts';
import { RunCancelled, RunEnded } from '../orchestration/errors.ts';
import type { RunRefusal, RunState, Transition } from '../rules/transitions.ts';
import { addExecutionChange, type ExecutionRecord, getExecution, stateOf } from '../store/executions.ts';
import { addStopping, getLock, releaseLock } from '../store/locks.ts';
import { addPastHeads } from '../store/past-heads.ts';

/** Which run: what travels through the state machine. */
export interface RunRef {
  projectId: string;
  executionId: string;
  flowRunId: string;
}

/** The decision about a run: a transition, and what is written with it if that changes something. */
export interface RunDecision {
  transition: Transition;
  /** Other fields of the execution. */
  fields?: Partial<ExecutionRecord>;
  /** The fields are written although the run's state stays as it is. */
  regardless?: boolean;
  /** When the lock is released, if the run holds it. */
  releasesLockAt?: string;
  audit?: AuditRecord | undefined;
}

/**
 * Reads the execution of a run, which it is by the `flow_run_id` in its note (rule RUN-9).
 * @returns undefined when the id belongs to another run.
 */
export async function findRun(ctx: Context, ref: RunRef): Promise<Stored<ExecutionRecord> | undefined> {
  const execution = await getExecution(ctx.db, ref.projectId, ref.executionId);
  return execution?.note.flow_run_id === ref.flowRunId ? execution : undefined;
}

/**
 * The write protocol of a run's transitions (docs/design/write-protocols.md#a-runs-transitions): reads the run,
 * decides, and writes the decision in one transaction if there was no other since; else again.
 * @throws RunCancelled, RunEnded as the transition is refused.
 */
export function changeRun(
  ctx: Context,
  ref: RunRef,
  decide: (execution: Stored<ExecutionRecord>) => RunDecision,
): Promise<Stored<ExecutionRecord>> {
  return retryOnConflict(orRefuse(`Run '${ref.executionId}'`), async () => {
    const before = await findRun(ctx, ref);
    if (!before) throw new RunEnded(ref.executionId, `is not of run '${ref.flowRunId}'`);
    const decision = decide(before);
    const { transition } = decision;
    if ('refusal' in transition) throw errorOf(transition.refusal, before);
    if (isSame(transition.run, stateOf(before)) && !decision.regardless) return before;
    return apply(ctx, before, transition.run, decision);
  });
}

async function apply(
  ctx: Context,
  before: Stored<ExecutionRecord>,
  { status, fence, closing }: RunState,
  { fields, releasesLockAt, audit }: RunDecision,
): Promise<Stored<ExecutionRecord>> {
  const after = { ...before, ...fields, status, fence, closing: closing || undefined };
  const transaction = new Transaction(ctx.db);
  addExecutionChange(transaction, before, after, staleRead);
  // From then on no heartbeat tells the worker to continue.
  if (after.runner === 'worker' && isStopping(after) && !isStopping(before)) addStopping(transaction, after, staleRead);
  if (after.past) addPastHeads(transaction, nowOf(ctx), before, after);
  if (releasesLockAt !== undefined) {
    const lock = await getLock(ctx.db, before.projectId);
    releaseLock(transaction, lock, before.executionId, releasesLockAt, staleRead);
  }
  if (audit) transaction.put(auditEntity.encode(audit, 1));
  await transaction.commit();
  return { ...after, rev: before.rev + 1 };
}

const isStopping = ({ closing = false, cancelRequestedAt }: ExecutionRecord): boolean =>
  closing || cancelRequestedAt !== undefined;

const isSame = (one: RunState, other: RunState): boolean =>
  one.status === other.status &&
  one.fence === other.fence &&
  one.closing === other.closing &&
  one.cancelRequested === other.cancelRequested;

function errorOf(refusal: RunRefusal, { executionId, status }: ExecutionRecord): Error {
  if (refusal === 'cancel-requested') return new RunCancelled(executionId);
  if (refusal === 'ended') return new RunEnded(executionId, `has ended or is being ended (${status})`);
  return new Error(`Run '${executionId}' is ${status}: ${refusal}`);
}
