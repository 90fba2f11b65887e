import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { taskFilePath } from '#shared/domain/runs/task-file-path.ts';
import { listTaskInfo as list } from '#shared/services/tasks/task-info.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';

export const listTaskInfo = endpoint(taskResultOperations.listTaskInfo, async ({ query }) => {
  const { records, page } = wholePage(list(query.backend, query.sort_order), query);
  const tasks = records.map((task) => ({
    name: task.name,
    class_name: task.name,
    task_type: task.type,
    description: task.description,
    file_path: taskFilePath(query.backend, task),
    category: task.category,
    enabled: true,
  }));
  return { tasks, ...page };
});
