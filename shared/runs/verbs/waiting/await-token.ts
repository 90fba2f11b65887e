import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import type { Condition } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { revise } from '../../../kernel/store/dynamodb/update.ts';
import { projectKeys, runKeys } from '../../../kernel/store/keys.ts';
import { RunCancelled, RunEnded } from '../../orchestration/errors.ts';
import { prepare } from '../../rules/transitions.ts';
import { stateOf } from '../../store/executions.ts';
import { getRunPointer, type WaitingStep } from '../../store/locks.ts';
import { findRun, type RunRef } from '../change-run.ts';
import type { Orchestrated } from '../lock/reconcile.ts';
import { resumeWaitingStep } from './resume-waiting-step.ts';

/**
 * Stores the token of a waiting state (docs/design/write-protocols.md#claims), unless a cancellation was requested: a
 * cancellation reads the token afterwards and fails it, so that one of the two sees the other. A repeat replaces it. If
 * the worker has already sent what the state waits for, the wait ends at once: the state was entered again.
 * @throws RunCancelled when that was requested; RunEnded when the run is over or being ended.
 */
export async function awaitToken(ctx: Orchestrated, ref: RunRef, waiting: WaitingStep): Promise<void> {
  const { projectId, executionId, flowRunId } = ref;
  const execution = await retryOnConflict(orRefuse(`Run '${executionId}'`), async () => {
    const found = await findRun(ctx, ref);
    if (!found) throw new RunEnded(executionId, `is not of run '${flowRunId}'`);
    const next = prepare(stateOf(found));
    if ('refusal' in next)
      throw next.refusal === 'cancel-requested' ? new RunCancelled(executionId) : new RunEnded(executionId);
    await new Transaction(ctx.db)
      .check(projectKeys.execution(projectId, executionId), ifWaitsOrOn, staleRead)
      .update(runKeys.run(projectId, flowRunId), revise({ waiting }), { expression: 'attribute_exists(pk)' }, staleRead)
      .commit();
    return found;
  });
  // Read after the write: who claims or finishes writes first, too, and reads the token then.
  const pointer = await getRunPointer(ctx.db, projectId, flowRunId);
  if (pointer) await resumeWaitingStep(ctx.orchestrator, { ...pointer, waiting }, execution);
}

/** The same claim, or none yet. */
const ifWaitsOrOn: Condition = {
  expression: '#status IN (:scheduled, :running) AND attribute_not_exists(#closing) AND attribute_not_exists(#cancel)',
  names: { '#status': 'status', '#closing': 'closing', '#cancel': 'cancelRequestedAt' },
  values: { ':scheduled': 'scheduled', ':running': 'running' },
};
