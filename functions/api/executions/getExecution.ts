import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readExecution } from '#shared/services/runs/read-execution.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentExecution } from './present.ts';

/** getExecution: one execution with its tasks. */
export const getExecution = endpoint(executionOperations.getExecution, async ({ ctx, params, query }) => {
  const { execution, tasks } = await readExecution(ctx, params.execution_id, query.include === 'all');
  return presentExecution(execution, tasks);
});
