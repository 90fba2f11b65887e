import { issueKnowledgeOperations } from '#shared/contract/operations/issue-knowledge.ts';
import * as knowledge from '#shared/services/threads/knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteIssueKnowledge = endpoint(issueKnowledgeOperations.deleteIssueKnowledge, async ({ ctx, params }) => {
  await knowledge.deleteKnowledge(ctx, params.knowledge_id);
  return { message: 'Knowledge deleted' };
});
