import { issueKnowledge } from '#shared/discussions/contract/schemas/issue-knowledge.ts';
import type { KnowledgeRecord } from '#shared/discussions/store/knowledge.ts';
import { present } from '../http/present.ts';

/** What was learned from an issue, on the wire. */
export const presentKnowledge = (known: KnowledgeRecord) =>
  present(issueKnowledge, known, {
    id: known.issueId,
    date: known.createdAt.slice(0, 10),
    resolution_status: known.isResolved ? 'resolved' : 'open',
    thread_image_urls: known.imageUrls,
    pr_url: null,
  });
