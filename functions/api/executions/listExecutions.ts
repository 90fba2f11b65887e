import { executionOperations } from '#shared/contract/operations/executions.ts';
import { listExecutions as list } from '#shared/services/executions/list-executions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';

/** listExecutions: executions of the project. */
export const listExecutions = endpoint(executionOperations.listExecutions, async ({ ctx, query }) => {
  const page = await list(ctx, query);
  const executions = page.records.map((execution) => ({
    name: execution.name,
    execution_id: execution.executionId,
    status: execution.status,
    chip_id: execution.chipId,
    user_id: execution.userId ?? null,
    username: execution.username,
    start_at: execution.startAt ?? null,
    end_at: execution.endAt ?? null,
    elapsed_time: execution.elapsedSeconds ?? null,
    message: execution.message,
    tags: execution.tags,
    note: execution.note,
  }));
  return { executions, ...pageOf(page) };
});
