import { endpoint } from '#functions/http/endpoint.ts';
import { wholePage } from '#functions/http/page.ts';
import { taskFilesOperations } from '../contract/operations/task-files.ts';
import { readTaskFile, taskBackends, tasksByCategory, taskTree } from '../verbs/task-files.ts';
import { presentContent, presentNode } from './present-files.ts';

export const getBackendConfig = endpoint(taskFilesOperations.getBackendConfig, async () => {
  const known = taskBackends();
  return {
    default_backend: known[0]?.name ?? '',
    backends: Object.fromEntries(known.map(({ name, ...backend }) => [name, backend])),
    categories: tasksByCategory(),
  };
});

export const getTaskFileContent = endpoint(taskFilesOperations.getTaskFileContent, async ({ query }) =>
  presentContent(readTaskFile(query.path)),
);

export const getTaskFileSettings = endpoint(taskFilesOperations.getTaskFileSettings, async () => ({
  default_backend: taskBackends()[0]?.name ?? null,
  ...{ default_view_mode: null, sort_order: null },
}));

export const getTaskFileTree = endpoint(taskFilesOperations.getTaskFileTree, async ({ query }) =>
  taskTree(query.backend).map(presentNode),
);

export const listTaskFileBackends = endpoint(taskFilesOperations.listTaskFileBackends, async ({ query }) => {
  const { records, page } = wholePage(taskBackends(), query);
  return { backends: records.map(({ name }) => ({ name, path: name })), ...page };
});
