import { taskKnowledgeOperations } from '#shared/contract/operations/task-knowledge.ts';
import { writeTaskMarkdown } from '#shared/services/tasks/task-knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTaskKnowledge } from '../task-knowledge.ts';

export const upsertTaskKnowledgeMarkdown = endpoint(
  taskKnowledgeOperations.upsertTaskKnowledgeMarkdown,
  async ({ ctx, params, body }) => presentTaskKnowledge(await writeTaskMarkdown(ctx, params.task_name, body.content)),
);
