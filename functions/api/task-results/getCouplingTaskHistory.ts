import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { taskHistory } from '#shared/services/task-results/task-history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentHistory } from './present.ts';

/** getCouplingTaskHistory: results of a task on a coupling. */
export const getCouplingTaskHistory = endpoint(
  taskResultOperations.getCouplingTaskHistory,
  async ({ ctx, params, query }) => {
    const of = {
      chipId: query.chip_id,
      task: query.task,
      target: { kind: 'coupling' as const, id: params.coupling_id },
    };
    const window = { from: query.start_at, through: query.end_at, limit: query.limit };
    return presentHistory(await taskHistory(ctx, of, window), query.task, query.limit);
  },
);
