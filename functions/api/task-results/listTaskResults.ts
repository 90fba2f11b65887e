import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import * as verb from '#shared/services/task-results/read/list-task-results.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../page.ts';
import { presentRow } from './present.ts';

export const listTaskResults = endpoint(taskResultOperations.listTaskResults, async ({ ctx, query }) => {
  const { skip, limit, cursor } = query;
  const filter = {
    chipId: query.chip_id,
    executionId: query.execution_id,
    status: query.status,
    taskName: query.task_name,
    qid: query.qid ?? query.coupling_id,
    username: query.username,
    startFrom: query.start_from ?? query.start_at,
    startTo: query.start_to ?? query.end_at,
    cooldownId: query.cooldown_id,
    messageContains: query.message_contains,
  };
  const page = await verb.listTaskResults(ctx, filter, { skip, limit, cursor });
  const { statusCounts, countedAll, completeUntil } = page;
  return {
    items: page.records.map(presentRow),
    ...pageOf(page),
    status_counts: statusCounts,
    counted_all: countedAll,
    complete_until: completeUntil,
  };
});
