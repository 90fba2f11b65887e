import { taskKnowledgeOperations } from '#shared/contract/operations/task-knowledge.ts';
import { readTaskMarkdown } from '#shared/services/tasks/task-knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getTaskKnowledgeMarkdown = endpoint(
  taskKnowledgeOperations.getTaskKnowledgeMarkdown,
  async ({ ctx, params }) => ({
    bytes: new TextEncoder().encode(await readTaskMarkdown(ctx, params.task_name)),
    contentType: 'text/markdown',
    fileName: `${params.task_name}.md`,
  }),
);
