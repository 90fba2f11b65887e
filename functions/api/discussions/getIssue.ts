import { issueOperations } from '#shared/contract/operations/issues.ts';
import { readIssue } from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentIssue } from '../issue.ts';

export const getIssue = endpoint(issueOperations.getIssue, async ({ ctx, params }) =>
  presentIssue(await readIssue(ctx, params.issue_id)),
);
