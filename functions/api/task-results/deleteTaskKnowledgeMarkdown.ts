import { taskKnowledgeOperations } from '#shared/contract/operations/task-knowledge.ts';
import { deleteTaskMarkdown } from '#shared/services/tasks/task-knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteTaskKnowledgeMarkdown = endpoint(
  taskKnowledgeOperations.deleteTaskKnowledgeMarkdown,
  async ({ ctx, params }) => {
    await deleteTaskMarkdown(ctx, params.task_name);
    return { message: `The standard document of task '${params.task_name}' applies again` };
  },
);
