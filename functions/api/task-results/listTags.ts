import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import * as used from '#shared/services/tasks/list-used.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentUsed } from './present.ts';

export const listTags = endpoint(taskResultOperations.listTags, async ({ ctx, query }) => {
  const { records, page } = wholePage(await used.listTags(ctx), query);
  return { tags: records.map(presentUsed), ...page };
});
