import { taskKnowledgeOperations } from '#shared/contract/operations/task-knowledge.ts';
import { readTaskKnowledge } from '#shared/services/tasks/task-knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentTaskKnowledge } from '../task-knowledge.ts';

export const getTaskKnowledge = endpoint(taskKnowledgeOperations.getTaskKnowledge, async ({ ctx, params }) =>
  presentTaskKnowledge(await readTaskKnowledge(ctx, params.task_name)),
);
