import { endpoint } from '#functions/http/endpoint.ts';
import { readTaskMarkdown } from '#shared/results/verbs/tasks/task-knowledge.ts';
import { taskMarkdownOperations } from '../contract/operations/task-markdown.ts';

export const getTaskKnowledgeMarkdown = endpoint(
  taskMarkdownOperations.getTaskKnowledgeMarkdown,
  async ({ ctx, params }) => ({
    bytes: new TextEncoder().encode(await readTaskMarkdown(ctx, params.task_name)),
    contentType: 'text/markdown',
    fileName: `${params.task_name}.md`,
  }),
);
