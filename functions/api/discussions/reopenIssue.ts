import { issueOperations } from '#shared/contract/operations/issues.ts';
import { changeIssue } from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';

export const reopenIssue = endpoint(issueOperations.reopenIssue, async ({ ctx, params }) => {
  await changeIssue(ctx, params.issue_id, { reopen: true });
  return { message: 'Issue reopened' };
});
