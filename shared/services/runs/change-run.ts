import type { Context } from '../../context.ts';
import type { RunRefusal, RunState, Transition } from '../../domain/runs/transitions.ts';
import type { Stored } from '../../store/codec.ts';
import { addExecutionChange, type ExecutionRecord, getExecution } from '../../store/executions.ts';
import { Transaction } from '../../store/transaction.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { RunCancelled, RunEnded } from './errors.ts';

/** Which run: what travels through the state machine. */
export interface RunRef {
  projectId: string;
  executionId: string;
  flowRunId: string;
}

/**
 * Reads the execution of a run, which it is by the `flow_run_id` in its note (specification, Cancellation sequence).
 * @returns undefined when the id belongs to another run.
 */
export async function findRun(ctx: Context, ref: RunRef): Promise<Stored<ExecutionRecord> | undefined> {
  const execution = await getExecution(ctx.db, ref.projectId, ref.executionId);
  return execution?.note.flow_run_id === ref.flowRunId ? execution : undefined;
}

/** The part of an execution that its transitions are decided by. */
export const stateOf = (execution: ExecutionRecord): RunState => ({
  status: execution.status,
  fence: execution.fence,
  closing: execution.closing ?? false,
  cancelRequested: execution.cancelRequestedAt !== undefined,
});

/**
 * Carries one transition out: reads the run, lets the rule decide, and writes what it answers on the condition that
 * nobody else decided meanwhile. `change` makes the record's other fields; `more` adds what is written with it.
 * @throws RunCancelled, RunEnded as the rule refuses.
 */
export function changeRun(
  ctx: Context,
  ref: RunRef,
  rule: (run: RunState) => Transition,
  change: (execution: ExecutionRecord, after: RunState) => Partial<ExecutionRecord> = () => ({}),
  more?: (transaction: Transaction, execution: ExecutionRecord) => Promise<void>,
): Promise<Stored<ExecutionRecord>> {
  return untilUnmoved(`Execution '${ref.executionId}'`, async () => {
    const before = await findRun(ctx, ref);
    if (!before) throw new RunEnded(ref.executionId, `is not of run '${ref.flowRunId}'`);
    const state = stateOf(before);
    const next = rule(state);
    if ('refusal' in next) throw errorOf(next.refusal, before);
    if (next.run === state) return before;
    const { status, fence, closing } = next.run;
    const after = { ...before, ...change(before, next.run), status, fence, closing: closing || undefined };
    const transaction = new Transaction(ctx.db);
    addExecutionChange(transaction, before, after, moved);
    await more?.(transaction, after);
    await transaction.commit();
    return { ...after, rev: before.rev + 1 };
  });
}

function errorOf(refusal: RunRefusal, { executionId, status }: ExecutionRecord): Error {
  if (refusal === 'cancel-requested') return new RunCancelled(executionId);
  if (refusal === 'ended') return new RunEnded(executionId, `has ended or is being ended (${status})`);
  return new Error(`Execution '${executionId}' is ${status}: ${refusal}`);
}
