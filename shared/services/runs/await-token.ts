import { begin } from '../../domain/runs/transitions.ts';
import type { Condition } from '../../store/database.ts';
import { projectKeys, runKeys } from '../../store/keys.ts';
import { getRunPointer, type WaitingStep } from '../../store/locks.ts';
import { Transaction } from '../../store/transaction.ts';
import { moved, untilUnmoved } from '../cooldowns/moved.ts';
import { findRun, type RunRef, stateOf } from './change-run.ts';
import { RunCancelled, RunEnded } from './errors.ts';
import { moveOn } from './move-on.ts';
import type { Orchestrated } from './reconcile.ts';

/**
 * Keeps the token of a state that waits (design 5, AwaitClaim and AwaitWorker), unless a cancellation was asked for:
 * whoever asks reads the token after that and fails it, so that one of both sees the other. A repeat replaces it. Where
 * the worker has said already what the state waits for, the wait is over at once: the state was entered again.
 * @throws RunCancelled when that was asked for; RunEnded when the run is over or being ended.
 */
export async function awaitToken(ctx: Orchestrated, ref: RunRef, waiting: WaitingStep): Promise<void> {
  const { projectId, executionId, flowRunId } = ref;
  const execution = await untilUnmoved(`Execution '${executionId}'`, async () => {
    const found = await findRun(ctx, ref);
    if (!found) throw new RunEnded(executionId, `is not of run '${flowRunId}'`);
    const next = begin(stateOf(found));
    if ('refusal' in next)
      throw next.refusal === 'cancel-requested' ? new RunCancelled(executionId) : new RunEnded(executionId);
    const update = {
      expression: 'SET #waiting = :waiting, #rev = #rev + :one',
      names: { '#waiting': 'waiting', '#rev': 'rev' },
      values: { ':waiting': waiting, ':one': 1 },
    };
    await new Transaction(ctx.db)
      .check(projectKeys.execution(projectId, executionId), ifOn, moved)
      .update(runKeys.run(projectId, flowRunId), update, { expression: 'attribute_exists(pk)' }, moved)
      .commit();
    return found;
  });
  // Read after the write: who claims or finishes writes first, too, and reads the token then.
  const pointer = await getRunPointer(ctx.db, projectId, flowRunId);
  if (pointer) await moveOn(ctx.orchestrator, { ...pointer, waiting }, execution);
}

/** The run is on, and goes on. */
export const ifOn: Condition = {
  expression: '#status = :running AND attribute_not_exists(#closing) AND attribute_not_exists(#cancel)',
  names: { '#status': 'status', '#closing': 'closing', '#cancel': 'cancelRequestedAt' },
  values: { ':running': 'running' },
};
