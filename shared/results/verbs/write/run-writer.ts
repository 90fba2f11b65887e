import type { Condition } from '../../../kernel/store/dynamodb/database.ts';
import { FenceLost, RunCancelled, RunEnded } from '../../../runs/orchestration/errors.ts';
import { acceptsResults, acceptsWorkerResults } from '../../../runs/rules/transitions.ts';
import type { ExecutionRecord } from '../../../runs/store/executions.ts';
import { stateOf } from '../../../runs/store/executions.ts';

/**
 * The execution, if the holder of the fence may still write for it (rule RUN-7); a worker may after a cancellation
 * (rule WORK-13).
 * @throws RunCancelled when the cancellation of a managed run was requested; RunEnded when the run is over or being
 * ended; FenceLost when another writer has taken it over.
 */
export function requireWriter<T extends ExecutionRecord>(
  execution: T | undefined,
  run: { executionId: string; fence: number },
): T {
  if (!execution) throw new RunEnded(run.executionId, 'does not exist');
  const accepts = execution.runner === 'worker' ? acceptsWorkerResults : acceptsResults;
  if (accepts(stateOf(execution), run.fence)) return execution;
  if (execution.status !== 'running' || execution.closing) throw new RunEnded(run.executionId);
  if (execution.runner === 'managed' && execution.cancelRequestedAt !== undefined)
    throw new RunCancelled(run.executionId);
  throw new FenceLost(run.executionId, run.fence);
}

/** The execution is as `requireWriter` has found it: it does not end before it was closed, which raises its fence. */
export const ifWriter = ({ runner }: Pick<ExecutionRecord, 'runner'>, fence: number): Condition => ({
  expression: runner === 'worker' ? 'fence = :fence' : 'fence = :fence AND attribute_not_exists(cancelRequestedAt)',
  values: { ':fence': fence },
});
