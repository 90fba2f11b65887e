import { issueOperations } from '#shared/contract/operations/issues.ts';
import * as issues from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';

export const deleteIssue = endpoint(issueOperations.deleteIssue, async ({ ctx, params }) => {
  await issues.deleteIssue(ctx, params.issue_id);
  return { message: 'Issue deleted' };
});
