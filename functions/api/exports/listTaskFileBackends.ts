import { taskFileOperations } from '#shared/contract/operations/task-files.ts';
import { taskBackends } from '#shared/services/tasks/task-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';

export const listTaskFileBackends = endpoint(taskFileOperations.listTaskFileBackends, async ({ query }) => {
  const { records, page } = wholePage(taskBackends(), query);
  return { backends: records.map(({ name }) => ({ name, path: name })), ...page };
});
