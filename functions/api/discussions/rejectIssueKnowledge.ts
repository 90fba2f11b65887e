import { issueKnowledgeOperations } from '#shared/contract/operations/issue-knowledge.ts';
import * as knowledge from '#shared/services/threads/knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentKnowledge } from '../issue-knowledge.ts';

export const rejectIssueKnowledge = endpoint(issueKnowledgeOperations.rejectIssueKnowledge, async ({ ctx, params }) =>
  presentKnowledge(await knowledge.judgeKnowledge(ctx, params.knowledge_id, 'rejected')),
);
