import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { latestResults, latestResultsWithin } from '#shared/services/task-results/latest-results.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentLatest } from './present.ts';

/** getHistoricalQubitTaskResults: the latest result of a task on every qubit within a day, or a range of time where one is given. */
export const getHistoricalQubitTaskResults = endpoint(
  taskResultOperations.getHistoricalQubitTaskResults,
  async ({ ctx, query }) => {
    const of = { chipId: query.chip_id, task: query.task, kind: 'qubit' as const };
    const window = { from: query.start_at, through: query.end_at };
    const ofDay = window.from === undefined && window.through === undefined;
    const latest = ofDay ? await latestResults(ctx, of, query.date) : await latestResultsWithin(ctx, of, window);
    return presentLatest(latest, query.task, 'qubit');
  },
);
