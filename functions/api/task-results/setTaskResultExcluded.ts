import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { setExcluded } from '#shared/services/exclusions/set-excluded.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentExclusion } from './present.ts';

export const setTaskResultExcluded = endpoint(
  taskResultOperations.setTaskResultExcluded,
  async ({ ctx, params, body }) => ({
    task_id: params.task_id,
    ...presentExclusion((await setExcluded(ctx, params.task_id, body)).result),
  }),
);
