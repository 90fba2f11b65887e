import { taskFileOperations } from '#shared/contract/operations/task-files.ts';
import { readTaskFile } from '#shared/services/tasks/task-files.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentContent } from '../files.ts';

export const getTaskFileContent = endpoint(taskFileOperations.getTaskFileContent, async ({ query }) =>
  presentContent(readTaskFile(query.path)),
);
