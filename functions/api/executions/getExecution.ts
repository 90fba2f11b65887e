import { executionOperations } from '#shared/contract/operations/executions.ts';
import { readExecution } from '#shared/services/runs/read-execution.ts';
import { endpoint } from '../../http/endpoint.ts';
import { Reply, Unchanged } from '../../http/response.ts';
import { presentExecution } from './present.ts';

export const getExecution = endpoint(executionOperations.getExecution, async ({ ctx, params, query, headers }) => {
  const { execution_id: executionId } = params;
  const { include, skip, limit, task_name: taskName, task_status: status } = query;
  const page = include === 'results' || include === 'grouped' ? { skip, limit, taskName, status } : undefined;
  const found = await readExecution(ctx, { executionId, include, page, ifNoneMatch: headers['if-none-match'] });
  if ('unchanged' in found) return new Unchanged(found.unchanged);
  return new Reply(presentExecution(found, include), { etag: found.etag });
});
