import { issueOperations } from '#shared/contract/operations/issues.ts';
import * as issues from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentIssue } from '../issue.ts';

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
