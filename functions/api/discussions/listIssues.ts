import { issueOperations } from '#shared/contract/operations/issues.ts';
import * as issues from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentIssue } from '../issue.ts';
import { pageOf } from '../page.ts';

export const listIssues = endpoint(issueOperations.listIssues, async ({ ctx, query }) => {
  const { task_id: taskId, is_closed: isClosed, ...page } = query;
  const found = await issues.listIssues(ctx, { taskId, isClosed }, page);
  return { issues: found.records.map((thread) => presentIssue({ thread })), ...pageOf(found) };
});
