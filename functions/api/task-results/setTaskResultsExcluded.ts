import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { setManyExcluded } from '#shared/services/exclusions/set-many-excluded.ts';
import { endpoint } from '../../http/endpoint.ts';

export const setTaskResultsExcluded = endpoint(taskResultOperations.setTaskResultsExcluded, async ({ ctx, body }) => {
  const results = await setManyExcluded(ctx, body.task_ids, body);
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  return {
    ...{ changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') },
    results: results.map(({ taskId, outcome, message }) => ({ task_id: taskId, outcome, message })),
  };
});
