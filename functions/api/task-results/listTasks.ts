import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import * as used from '#shared/services/tasks/list-used.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentDefinition, presentRunnable } from './present.ts';

export const listTasks = endpoint(taskResultOperations.listTasks, async ({ ctx, query }) => {
  const { definitions, announced } = await used.listKnownTasks(ctx, query.backend);
  const { records, page } = wholePage(definitions, query);
  return { tasks: records.map(presentDefinition), announced: announced.map(presentRunnable), ...page };
});
