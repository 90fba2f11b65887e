import { taskKnowledgeOperations } from '#shared/results/contract/operations/task-knowledge.ts';
import {
  deleteTaskMarkdown,
  listTaskKnowledge as list,
  readTaskKnowledge,
  writeTaskMarkdown,
} from '#shared/results/verbs/tasks/task-knowledge.ts';
import { endpoint } from '../http/endpoint.ts';
import { wholePage } from '../http/page.ts';
import { presentTaskKnowledge, presentTaskKnowledgeRow } from './present-task-knowledge.ts';

export const deleteTaskKnowledgeMarkdown = endpoint(
  taskKnowledgeOperations.deleteTaskKnowledgeMarkdown,
  async ({ ctx, params }) => {
    await deleteTaskMarkdown(ctx, params.task_name);
    return { message: `The standard document of task '${params.task_name}' applies again` };
  },
);

export const getTaskKnowledge = endpoint(taskKnowledgeOperations.getTaskKnowledge, async ({ ctx, params }) =>
  presentTaskKnowledge(await readTaskKnowledge(ctx, params.task_name)),
);

export const listTaskKnowledge = endpoint(taskKnowledgeOperations.listTaskKnowledge, async ({ ctx, query }) => {
  const rows = await list(ctx);
  const { records, page } = wholePage(rows, query);
  const categories = Object.fromEntries(rows.flatMap(({ name, category }) => (category ? [[name, category]] : [])));
  return { items: records.map(presentTaskKnowledgeRow), categories, ...page };
});

export const upsertTaskKnowledgeMarkdown = endpoint(
  taskKnowledgeOperations.upsertTaskKnowledgeMarkdown,
  async ({ ctx, params, body }) => presentTaskKnowledge(await writeTaskMarkdown(ctx, params.task_name, body.content)),
);
