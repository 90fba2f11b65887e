import { issueOperations } from '#shared/contract/operations/issues.ts';
import { listIssueReplies } from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentIssue } from '../issue.ts';

export const getIssueReplies = endpoint(issueOperations.getIssueReplies, async ({ ctx, params }) => {
  const { thread, replies } = await listIssueReplies(ctx, params.issue_id);
  return replies.map((reply) => presentIssue({ thread, reply }));
});
