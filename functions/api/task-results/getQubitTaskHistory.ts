import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { taskHistory } from '#shared/services/task-results/task-history.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentHistory } from './present.ts';

/** getQubitTaskHistory: results of a task on a qubit. */
export const getQubitTaskHistory = endpoint(
  taskResultOperations.getQubitTaskHistory,
  async ({ ctx, params, query }) => {
    const of = { chipId: query.chip_id, task: query.task, target: { kind: 'qubit' as const, id: params.qid } };
    const window = { from: query.start_at, through: query.end_at, limit: query.limit };
    return presentHistory(await taskHistory(ctx, of, window), query.task, query.limit);
  },
);
