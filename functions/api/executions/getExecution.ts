import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readExecution } from '#shared/services/runs/read-execution.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply, Unchanged } from '../../http/response.ts';
import { presentExecution } from './present.ts';

export const getExecution = endpoint(executionOperations.getExecution, async ({ ctx, params, query, headers }) => {
  const { execution_id: executionId } = params;
  const withTasks = query.include === 'all';
  const found = await readExecution(ctx, { executionId, withTasks, ifNoneMatch: headers['if-none-match'] });
  if ('unchanged' in found) return new Unchanged(found.unchanged);
  return new Reply(presentExecution(found), { etag: found.etag });
});
