import { endpoint } from '#functions/http/endpoint.ts';
import { pageOf } from '#functions/http/page.ts';
import { readIssue } from '#shared/discussions/verbs/issues.ts';
import { issuesOperations } from '../contract/operations/issues.ts';
import * as issues from '../verbs/issues.ts';
import { changeIssue, listIssueReplies, listTaskIssues, updateIssueText } from '../verbs/issues.ts';
import { presentIssue } from './present-issue.ts';

export const closeIssue = endpoint(issuesOperations.closeIssue, async ({ ctx, params }) => {
  await changeIssue(ctx, params.issue_id, { status: { status: 'resolved' } });
  return { message: 'Issue closed' };
});

export const createIssue = endpoint(issuesOperations.createIssue, async ({ ctx, params, body }) =>
  presentIssue(
    await issues.createIssue(ctx, {
      taskId: params.task_id,
      title: body.title ?? undefined,
      content: body.content,
      parentId: body.parent_id ?? undefined,
    }),
  ),
);

export const deleteIssue = endpoint(issuesOperations.deleteIssue, async ({ ctx, params }) => {
  await issues.deleteIssue(ctx, params.issue_id);
  return { message: 'Issue deleted' };
});

export const getIssue = endpoint(issuesOperations.getIssue, async ({ ctx, params }) =>
  presentIssue(await readIssue(ctx, params.issue_id)),
);

export const getIssueReplies = endpoint(issuesOperations.getIssueReplies, async ({ ctx, params }) => {
  const { thread, replies } = await listIssueReplies(ctx, params.issue_id);
  return replies.map((reply) => presentIssue({ thread, reply }));
});

export const getTaskResultIssues = endpoint(issuesOperations.getTaskResultIssues, async ({ ctx, params }) =>
  (await listTaskIssues(ctx, params.task_id)).map((thread) => presentIssue({ thread })),
);

export const listIssues = endpoint(issuesOperations.listIssues, async ({ ctx, query }) => {
  const { task_id: taskId, is_closed: isClosed, ...page } = query;
  const found = await issues.listIssues(ctx, { taskId, isClosed }, page);
  return { issues: found.records.map((thread) => presentIssue({ thread })), ...pageOf(found) };
});

export const reopenIssue = endpoint(issuesOperations.reopenIssue, async ({ ctx, params }) => {
  await changeIssue(ctx, params.issue_id, { reopen: true });
  return { message: 'Issue reopened' };
});

export const updateIssue = endpoint(issuesOperations.updateIssue, async ({ ctx, params, body }) =>
  presentIssue(await updateIssueText(ctx, params.issue_id, { title: body.title ?? undefined, content: body.content })),
);
