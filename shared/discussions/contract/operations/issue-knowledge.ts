import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { message } from '../../../api/schemas/common.ts';
import {
  issueKnowledge,
  issueKnowledgePage,
  issueKnowledgeQuery,
  shortId,
  updateIssueKnowledgeBody,
} from '../schemas/issue-knowledge.ts';

const ofKnowledge = z.object({ knowledge_id: shortId });
const judged = {
  params: ofKnowledge,
  status: 200,
  response: issueKnowledge,
  errors: ['not_found', 'conflict'],
} as const;

/** What was learned from issues. */
export const issueKnowledgeOperations = {
  listIssueKnowledge: define('listIssueKnowledge', {
    summary: 'What was learned from issues, the newest first',
    query: issueKnowledgeQuery,
    status: 200,
    response: issueKnowledgePage,
  }),
  getIssueKnowledge: define('getIssueKnowledge', {
    summary: 'What was learned from one issue',
    params: ofKnowledge,
    status: 200,
    response: issueKnowledge,
    errors: ['not_found'],
  }),
  extractIssueKnowledge: define('extractIssueKnowledge', {
    summary: 'Draft a case from what an issue says',
    description:
      'The observation is the text of the issue, the outcome its last reply; figures are those of its task result. An issue has one case: another one is 409.',
    params: z.object({ issue_id: shortId }),
    status: 201,
    response: issueKnowledge,
    errors: ['not_found', 'already_exists'],
  }),
  updateIssueKnowledge: define('updateIssueKnowledge', {
    ...judged,
    summary: 'Change a draft; one that was judged is 409',
    body: updateIssueKnowledgeBody,
  }),
  approveIssueKnowledge: define('approveIssueKnowledge', { ...judged, summary: 'Approve a draft' }),
  rejectIssueKnowledge: define('rejectIssueKnowledge', { ...judged, summary: 'Reject a draft' }),
  deleteIssueKnowledge: define('deleteIssueKnowledge', {
    summary: 'Delete what was learned from an issue',
    params: ofKnowledge,
    status: 200,
    response: message,
    errors: ['not_found'],
  }),
};
