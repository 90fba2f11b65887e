import { issueKnowledgeOperations } from '#shared/contract/operations/issue-knowledge.ts';
import * as knowledge from '#shared/services/threads/knowledge.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentKnowledge } from '../issue-knowledge.ts';

export const approveIssueKnowledge = endpoint(issueKnowledgeOperations.approveIssueKnowledge, async ({ ctx, params }) =>
  presentKnowledge(await knowledge.judgeKnowledge(ctx, params.knowledge_id, 'approved')),
);
