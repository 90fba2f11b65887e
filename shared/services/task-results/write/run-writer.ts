import { acceptsResults } from '../../../domain/runs/transitions.ts';
import { FenceLost, RunCancelled, RunEnded } from '../../../orchestration/errors.ts';
import type { Condition } from '../../../store/dynamodb/database.ts';
import type { ExecutionRecord } from '../../../store/runs/executions.ts';
import { stateOf } from '../../../store/runs/executions.ts';

/**
 * The execution, if whoever holds the fence may still write for it (rule RUN-7).
 * @throws RunCancelled when a cancellation was asked for; RunEnded when the run is over or being ended; FenceLost when
 * another writer has taken it over.
 */
export function requireWriter<T extends ExecutionRecord>(
  execution: T | undefined,
  run: { executionId: string; fence: number },
): T {
  if (!execution) throw new RunEnded(run.executionId, 'does not exist');
  if (acceptsResults(stateOf(execution), run.fence)) return execution;
  if (execution.status !== 'running' || execution.closing) throw new RunEnded(run.executionId);
  if (execution.cancelRequestedAt !== undefined) throw new RunCancelled(run.executionId);
  throw new FenceLost(run.executionId, run.fence);
}

/** The execution is as `requireWriter` has found it: it does not end before it was closed, which raises its fence. */
export const ifWriter = (fence: number): Condition => ({
  expression: 'fence = :fence AND attribute_not_exists(cancelRequestedAt)',
  values: { ':fence': fence },
});
