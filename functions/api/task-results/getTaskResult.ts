import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { readReExecutions } from '#shared/services/task-results/read/re-executions.ts';
import { readTaskResult } from '#shared/services/task-results/read/read-task-result.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentDetail } from './present.ts';

export const getTaskResult = endpoint(taskResultOperations.getTaskResult, async ({ ctx, params }) => {
  const { task_id: taskId } = params;
  const [result, repeats] = await Promise.all([readTaskResult(ctx, taskId), readReExecutions(ctx, taskId)]);
  return presentDetail(result, repeats);
});
