import { taskFileOperations } from '#shared/flows/contract/operations/task-files.ts';
import { readTaskFile, taskBackends, tasksByCategory, taskTree } from '#shared/flows/verbs/task-files.ts';
import { endpoint } from '../http/endpoint.ts';
import { wholePage } from '../http/page.ts';
import { presentContent, presentNode } from './present-files.ts';

export const getBackendConfig = endpoint(taskFileOperations.getBackendConfig, async () => {
  const known = taskBackends();
  return {
    default_backend: known[0]?.name ?? '',
    backends: Object.fromEntries(known.map(({ name, ...backend }) => [name, backend])),
    categories: tasksByCategory(),
  };
});

export const getTaskFileContent = endpoint(taskFileOperations.getTaskFileContent, async ({ query }) =>
  presentContent(readTaskFile(query.path)),
);

export const getTaskFileSettings = endpoint(taskFileOperations.getTaskFileSettings, async () => ({
  default_backend: taskBackends()[0]?.name ?? null,
  ...{ default_view_mode: null, sort_order: null },
}));

export const getTaskFileTree = endpoint(taskFileOperations.getTaskFileTree, async ({ query }) =>
  taskTree(query.backend).map(presentNode),
);

export const listTaskFileBackends = endpoint(taskFileOperations.listTaskFileBackends, async ({ query }) => {
  const { records, page } = wholePage(taskBackends(), query);
  return { backends: records.map(({ name }) => ({ name, path: name })), ...page };
});
