import { taskFileOperations } from '#shared/contract/operations/task-files.ts';
import { taskTree } from '#shared/services/tasks/task-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentNode } from '../files.ts';

export const getTaskFileTree = endpoint(taskFileOperations.getTaskFileTree, async ({ query }) =>
  taskTree(query.backend).map(presentNode),
);
