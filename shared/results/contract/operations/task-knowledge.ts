import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { integerParam, message, pageQuery } from '../../../api/schemas/common.ts';
import { taskDocumentBody, taskKnowledge, taskKnowledgeSummary } from '../schemas/task-knowledge.ts';
import { taskName } from '../schemas/task-results.ts';

const ofTask = z.object({ task_name: taskName });
const backend = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'Accepted for QDash: a task is the same wherever it runs' });

/** The knowledge about tasks. */
export const taskKnowledgeOperations = {
  listTaskKnowledge: define('listTaskKnowledge', {
    summary: 'Knowledge of tasks: the standard ones, then the others that the project has used',
    query: z.object({ skip: pageQuery.skip, limit: integerParam({ min: 1, max: 1100, fallback: 1100 }) }),
    status: 200,
    response: z.object({
      items: z.array(taskKnowledgeSummary),
      categories: z.record(z.string(), z.string()).meta({ description: 'Category by name of task' }),
      total: z.int(),
      skip: z.int(),
      limit: z.int(),
    }),
  }),
  getTaskKnowledge: define('getTaskKnowledge', {
    summary: 'What is known of a task: its document by headings, and what was learned from issues',
    description:
      'The standard document follows from the definition of the task; a project may write its own under `.../markdown`. A field is the text below the heading of its name.',
    params: ofTask,
    query: z.object({ backend }),
    status: 200,
    response: taskKnowledge,
    errors: ['not_found'],
  }),
  upsertTaskKnowledgeMarkdown: define('upsertTaskKnowledgeMarkdown', {
    summary: "Write the project's own document of a task",
    params: ofTask,
    body: taskDocumentBody,
    status: 200,
    response: taskKnowledge,
    errors: ['not_found'],
  }),
  deleteTaskKnowledgeMarkdown: define('deleteTaskKnowledgeMarkdown', {
    summary: "Take the project's own document of a task away; the standard one applies again",
    params: ofTask,
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
};
