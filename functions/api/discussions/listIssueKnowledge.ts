import { issueKnowledgeOperations } from '#shared/contract/operations/issue-knowledge.ts';
import * as knowledge from '#shared/services/threads/knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentKnowledge } from '../issue-knowledge.ts';
import { pageOf } from '../page.ts';

export const listIssueKnowledge = endpoint(issueKnowledgeOperations.listIssueKnowledge, async ({ ctx, query }) => {
  const { status, task_name: taskName, q: text, ...page } = query;
  const found = await knowledge.listKnowledge(ctx, { status, taskName, text }, page);
  return { items: found.records.map(presentKnowledge), ...pageOf(found) };
});
