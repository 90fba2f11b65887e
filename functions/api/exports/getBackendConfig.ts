import { taskFileOperations } from '#shared/contract/operations/task-files.ts';
import { taskBackends, tasksByCategory } from '#shared/services/tasks/task-files.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getBackendConfig = endpoint(taskFileOperations.getBackendConfig, async () => {
  const known = taskBackends();
  return {
    default_backend: known[0]?.name ?? '',
    backends: Object.fromEntries(known.map(({ name, ...backend }) => [name, backend])),
    categories: tasksByCategory(),
  };
});
