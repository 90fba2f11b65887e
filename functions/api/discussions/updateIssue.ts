import { issueOperations } from '#shared/contract/operations/issues.ts';
import { updateIssueText } from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentIssue } from '../issue.ts';

export const updateIssue = endpoint(issueOperations.updateIssue, async ({ ctx, params, body }) =>
  presentIssue(await updateIssueText(ctx, params.issue_id, { title: body.title ?? undefined, content: body.content })),
);
