import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import * as used from '#shared/services/tasks/list-used.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentDefinition } from './present.ts';

export const listTasks = endpoint(taskResultOperations.listTasks, async ({ ctx, query }) => {
  const { records, page } = wholePage(await used.listTaskDefinitions(ctx, query.backend), query);
  return { tasks: records.map(presentDefinition), ...page };
});
