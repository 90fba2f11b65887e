import { issueOperations } from '#shared/discussions/contract/operations/issues.ts';
import * as issues from '#shared/discussions/verbs/issues.ts';
import {
  changeIssue,
  listIssueReplies,
  listTaskIssues,
  readIssue,
  updateIssueText,
} from '#shared/discussions/verbs/issues.ts';
import { endpoint } from '../http/endpoint.ts';
import { pageOf } from '../http/page.ts';
import { presentIssue } from './present-issue.ts';

export const closeIssue = endpoint(issueOperations.closeIssue, async ({ ctx, params }) => {
  await changeIssue(ctx, params.issue_id, { status: { status: 'resolved' } });
  return { message: 'Issue closed' };
});

export const createIssue = endpoint(issueOperations.createIssue, async ({ ctx, params, body }) =>
  presentIssue(
    await issues.createIssue(ctx, {
      taskId: params.task_id,
      title: body.title ?? undefined,
      content: body.content,
      parentId: body.parent_id ?? undefined,
    }),
  ),
);

export const deleteIssue = endpoint(issueOperations.deleteIssue, async ({ ctx, params }) => {
  await issues.deleteIssue(ctx, params.issue_id);
  return { message: 'Issue deleted' };
});

export const getIssue = endpoint(issueOperations.getIssue, async ({ ctx, params }) =>
  presentIssue(await readIssue(ctx, params.issue_id)),
);

export const getIssueReplies = endpoint(issueOperations.getIssueReplies, async ({ ctx, params }) => {
  const { thread, replies } = await listIssueReplies(ctx, params.issue_id);
  return replies.map((reply) => presentIssue({ thread, reply }));
});

export const getTaskResultIssues = endpoint(issueOperations.getTaskResultIssues, async ({ ctx, params }) =>
  (await listTaskIssues(ctx, params.task_id)).map((thread) => presentIssue({ thread })),
);

export const listIssues = endpoint(issueOperations.listIssues, async ({ ctx, query }) => {
  const { task_id: taskId, is_closed: isClosed, ...page } = query;
  const found = await issues.listIssues(ctx, { taskId, isClosed }, page);
  return { issues: found.records.map((thread) => presentIssue({ thread })), ...pageOf(found) };
});

export const reopenIssue = endpoint(issueOperations.reopenIssue, async ({ ctx, params }) => {
  await changeIssue(ctx, params.issue_id, { reopen: true });
  return { message: 'Issue reopened' };
});

export const updateIssue = endpoint(issueOperations.updateIssue, async ({ ctx, params, body }) =>
  presentIssue(await updateIssueText(ctx, params.issue_id, { title: body.title ?? undefined, content: body.content })),
);
