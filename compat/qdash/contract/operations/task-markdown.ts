import * as z from 'zod';
import { define } from '#shared/api/define.ts';
import { taskName } from '#shared/results/contract/schemas/task-results.ts';

const ofTask = z.object({ task_name: taskName });

export const taskMarkdownOperations = {
  getTaskKnowledgeMarkdown: define('getTaskKnowledgeMarkdown', {
    summary: 'The document of a task as Markdown',
    params: ofTask,
    status: 200,
    file: ['text/markdown'],
    errors: ['not_found'],
  }),
};
