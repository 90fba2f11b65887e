import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { latestResults } from '#shared/services/task-results/latest-results.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLatest } from './present.ts';

/** getLatestQubitTaskResults: the latest result of a task on every qubit. */
export const getLatestQubitTaskResults = endpoint(
  taskResultOperations.getLatestQubitTaskResults,
  async ({ ctx, query }) => {
    const of = { chipId: query.chip_id, task: query.task, kind: 'qubit' as const };
    return presentLatest(await latestResults(ctx, of), query.task, 'qubit');
  },
);
