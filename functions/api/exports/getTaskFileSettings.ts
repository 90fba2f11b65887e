import { taskFileOperations } from '#shared/contract/operations/task-files.ts';
import { taskBackends } from '#shared/services/tasks/task-files.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getTaskFileSettings = endpoint(taskFileOperations.getTaskFileSettings, async () => ({
  default_backend: taskBackends()[0]?.name ?? null,
  ...{ default_view_mode: null, sort_order: null },
}));
