import { taskKnowledgeOperations } from '#shared/contract/operations/task-knowledge.ts';
import { listTaskKnowledge as list } from '#shared/services/tasks/task-knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { wholePage } from '../page.ts';
import { presentTaskKnowledgeRow } from '../task-knowledge.ts';

export const listTaskKnowledge = endpoint(taskKnowledgeOperations.listTaskKnowledge, async ({ ctx, query }) => {
  const rows = await list(ctx);
  const { records, page } = wholePage(rows, query);
  const categories = Object.fromEntries(rows.flatMap(({ name, category }) => (category ? [[name, category]] : [])));
  return { items: records.map(presentTaskKnowledgeRow), categories, ...page };
});
