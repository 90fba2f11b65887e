import { issueOperations } from '#shared/contract/operations/issues.ts';
import { changeIssue } from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';

export const closeIssue = endpoint(issueOperations.closeIssue, async ({ ctx, params }) => {
  await changeIssue(ctx, params.issue_id, { status: { status: 'resolved' } });
  return { message: 'Issue closed' };
});
