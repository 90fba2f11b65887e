import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { readTaskResult } from '#shared/services/task-results/read-task-result.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentDetail } from './present.ts';

/** getTaskResult: one task result. */
export const getTaskResult = endpoint(taskResultOperations.getTaskResult, async ({ ctx, params }) =>
  presentDetail(await readTaskResult(ctx, params.task_id)),
);
